// The rooms of src/flashback/data arrive here.
