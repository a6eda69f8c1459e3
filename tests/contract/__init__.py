"""What all games must satisfy, and the rules for the layout of the project."""
