"""What people see: the view in types, the table, words and pictures."""
