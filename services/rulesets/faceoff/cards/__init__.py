"""The cards: the vocabulary of the catalogue, that file read strictly, programs and texts of cards."""
