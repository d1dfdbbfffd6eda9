"""The public pages of tournaments: HTML for people, without a login and without JavaScript."""
