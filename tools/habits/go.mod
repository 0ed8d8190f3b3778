module oxo/tools/habits

go 1.26.0
