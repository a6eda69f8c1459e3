"""What a round consists of: plays, jobs, answers, bids and payments."""
