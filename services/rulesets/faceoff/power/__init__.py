"""Power: totals in a Face Off and near the HQ, combos, who ranks before whom, shields, conditions of card texts."""
