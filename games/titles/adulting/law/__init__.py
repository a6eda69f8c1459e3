"""The court: rulings, and the cases about them."""
