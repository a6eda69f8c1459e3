"""What all games must keep, and what keeps the parts of the project apart."""
