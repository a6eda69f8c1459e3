"""Human Resources: two directors furnish one office and score the patterns of their projects in it."""
