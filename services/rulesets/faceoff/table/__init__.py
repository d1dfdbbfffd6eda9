"""What lies on the table: state and view, the rules of the match, actions and events as numbers, players' own cards."""
