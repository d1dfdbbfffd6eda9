"""Actions, abilities and the words of the messages: between the numbers of the ruleset, text and JSON."""
