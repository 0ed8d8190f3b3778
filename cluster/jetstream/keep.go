package jetstream

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"oxo/cluster"

	"github.com/nats-io/nats.go/jetstream"
)

// isLarge is the stored value of a key whose real value is an object.
const isLarge = "\x00large"

// Keep implements [cluster.Office].
func (o *Office) Keep(ctx context.Context, values []cluster.Value) error {
	waiting := make([]jetstream.PubAckFuture, 0, len(values))
	for _, v := range values {
		data := v.Data
		if len(data) > inline {
			if _, err := o.large.PutBytes(ctx, v.Name, data); err != nil {
				return err
			}
			data = []byte(isLarge)
		}
		f, err := o.js.PublishAsync(keySubject+v.Name, data)
		if err != nil {
			return err
		}
		waiting = append(waiting, f)
	}
	return settle(ctx, waiting, func(int, error) bool { return false })
}

// pattern returns the subject of the keys of a prefix.
func pattern(prefix string) string {
	if strings.HasSuffix(prefix, ".") {
		return prefix + ">"
	}
	return prefix
}

// Kept implements [cluster.Office].
func (o *Office) Kept(ctx context.Context, prefix string) ([]cluster.Value, error) {
	w, err := o.keys.Watch(ctx, pattern(prefix), jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer w.Stop() //nolint:errcheck // it has told all
	var all []cluster.Value
	for {
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case e, ok := <-w.Updates():
			if !ok {
				return nil, fmt.Errorf("the data kept as %s cannot be read to its end", prefix)
			}
			if e == nil {
				return all, nil
			}
			v := cluster.Value{Name: e.Key(), Data: e.Value()}
			if string(v.Data) == isLarge {
				v.Data, err = o.large.GetBytes(ctx, v.Name)
				if errors.Is(err, jetstream.ErrObjectNotFound) {
					continue // it was being forgotten when the hub ended
				}
				if err != nil {
					return nil, fmt.Errorf("%s: %w", v.Name, err)
				}
			}
			all = append(all, v)
		}
	}
}

// Forget implements [cluster.Office].
func (o *Office) Forget(ctx context.Context, prefix string) error {
	values, err := o.Kept(ctx, prefix)
	if err != nil {
		return err
	}
	// The keys go first: a key without its object would be an unreadable answer.
	if err := o.keyed.Purge(ctx, jetstream.WithPurgeSubject(keySubject+pattern(prefix))); err != nil {
		return err
	}
	for _, v := range values {
		if len(v.Data) <= inline {
			continue
		}
		if err := o.large.Delete(ctx, v.Name); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
			return err
		}
	}
	return nil
}
