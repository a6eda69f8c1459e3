"""Who may do what at every address: matrix.txt has the expected answers, test_matrix.py asks."""
