"""The rules core: requests, decks, matches, exact exploration, what seats know, ledgers, cards, options, positions."""
