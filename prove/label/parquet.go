package label

import (
	"fmt"
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"
)

// rowsOfGroup is the number of rows of a row group: some megabytes, which a reader needs at once.
const rowsOfGroup = 100_000

// parquetWriter writes Parquet: lists as lists of Parquet, texts as UTF-8.
type parquetWriter struct {
	schema *parquet.Schema
	kind   reflect.Type // a struct with a field for each column
	to     *parquet.GenericWriter[any]
	group  int // rows in the current group
}

func newParquetWriter(columns []Column, to io.Writer) *parquetWriter {
	types := map[Kind]reflect.Type{
		Text: reflect.TypeFor[string](), Number: reflect.TypeFor[int32](), Flag: reflect.TypeFor[bool](),
		Texts: reflect.TypeFor[[]string](), Numbers: reflect.TypeFor[[]int32](), Flags: reflect.TypeFor[[]bool](),
	}
	var fields []reflect.StructField
	for i, c := range columns {
		tag := c.Name
		if c.Kind >= Texts {
			tag += ",list"
		}
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: types[c.Kind], Tag: reflect.StructTag(fmt.Sprintf("parquet:%q", tag))})
	}
	kind := reflect.StructOf(fields)
	schema := parquet.NewSchema("label", parquet.SchemaOf(reflect.New(kind).Interface()))
	return &parquetWriter{schema, kind, parquet.NewGenericWriter[any](to, schema, parquet.Compression(&parquet.Snappy)), 0}
}

func (w *parquetWriter) Write(row Row) error {
	value := reflect.New(w.kind).Elem()
	for i, cell := range row {
		field := value.Field(i)
		switch c := cell.(type) {
		case int:
			field.SetInt(int64(c))
		case []int:
			list := make([]int32, len(c))
			for i, n := range c {
				list[i] = int32(n)
			}
			field.Set(reflect.ValueOf(list))
		default:
			field.Set(reflect.ValueOf(c))
		}
	}
	if _, err := w.to.WriteRows([]parquet.Row{w.schema.Deconstruct(nil, value.Interface())}); err != nil {
		return err
	}
	if w.group++; w.group < rowsOfGroup {
		return nil
	}
	w.group = 0
	return w.to.Flush()
}

func (w *parquetWriter) Close() error { return w.to.Close() }
