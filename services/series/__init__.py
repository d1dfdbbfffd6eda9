"""Series: many matches between bots as one job, and what they show."""
