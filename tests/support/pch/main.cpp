int main() { return 0; } // exists for its precompiled header
