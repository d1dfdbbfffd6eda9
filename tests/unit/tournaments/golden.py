"""The cross tables and values of the FIDE technical commission's exercises in tie-breaking (revision 2403220900).

The values for 2024 are printed there. Those for 2026 follow from article 16.4 of C.07 as it is since March 2026, which
caps the score of the dummy. Entrants are in the order of their numbers, 1 first.
"""

from tests.unit.tournaments.events import transposed

SWISS = """
+W9 =B13 =W2 +B15 =W4
+B10 +W7 =B1 +W16 =B3
=W11 +B6 +W8 =B4 =W2
+B12 =BYE +W13 =W3 =B1
-W13 -B15 +W11 =B7 +W10
-B14 -W3 +BYE +W10 +B8
+W15 -B2 -B16 =W5 -B11
=B16 +W14 -B3 +W13 -W6
-B1 -W10 =BYE -FB11 +BYE
-W2 +B9 -W15 -B6 -B5
=B3 -W16 -B5 +FW9 +W7
-W4 +BYE +FB14 -- --
+B5 =W1 -B4 -B8 -W14
+W6 -B8 -FW12 -- +B13
-B7 +W5 +B10 -W1 -B16
=W8 +B11 +W7 -B2 +W15
"""

RATINGS = {str(number): 2250 - 50 * number for number in range(1, 17)}

POINTS = "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 2 1.5 2 2 3.5"

BOTH = transposed(
    {
        "wins": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
        "games_won": "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3",
        "later_seats": "2 3 2 2 2 2 3 2 1 3 2 0 3 2 3 2",
        "progressive": "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5",
        "progressive_cut_1": "10 12 10.5 10.5 5 6 5 8 2.5 4 5 7 6 5 7 10",
        "rating_performance": "1969 2120 2089 2081 1690 1813 1611 1730 1175 1640 1776 1250 1781 1925 1788 1969",
    }
)

IN_2024 = transposed(
    {
        "buchholz": "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5",
        "buchholz_cut_1": "11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11",
        "sonneborn_berger": "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25",
        "sonneborn_berger_cut_1": "7.25 8.5 9.25 8 3.25 5.5 1.25 3.75 2.25 0 4.25 4 4.25 3 2.5 5.75",
        "average_opponents_buchholz": "12.6 13.6 13.4 13.375 13.4 13.25 11.9 13 "
        "12.75 10.9 12.75 15 12.1 13.1667 12.2 13.3",
    }
)

IN_2026 = transposed(
    {
        "buchholz": "12.5 13 15.5 14 8.5 11.5 14.5 13.5 9 13 12.5 11.5 14 11 12 12.5",
        "buchholz_cut_1": "11 12 13 11.5 7.5 10.5 12.5 12 7.5 11.5 11 9.5 12 9 11 11",
        "sonneborn_berger": "8 9.5 10.5 9.25 4.25 6 3.25 5.25 2.25 1.5 4.75 4 4.25 4.5 3.5 7.25",
        "sonneborn_berger_cut_1": "7.25 8.5 9.25 7.75 3.25 5 1.25 3.75 2.25 0 3.25 4 4.25 3 2.5 5.75",
        "average_opponents_buchholz": "12.4 13.6 12.9 13.375 13.2 13.25 11.7 12.9 "
        "12.75 10.8 12.75 14 11.9 13 12.2 13.1",
    }
)

ADJUSTED = "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 3 1.5 2 2 3.5"

ROUND_ROBIN = """
=W5 +W2 +B3 -W4 +B6
+W6 -B1 +W5 =W3 +B4
+W4 +B6 -W1 =B2 +W5
-B3 -B5 =W6 +B1 -W2
=B1 +W4 -B2 -FW6 -B3
-B2 -W3 =B4 +FB5 -W1
"""

IN_ROUND_ROBIN = transposed(
    {
        "points": "3.5 3.5 3.5 1.5 1.5 1.5",
        "sonneborn_berger": "9.25 6.25 6.25 4.25 3.25 2.25",
        "sonneborn_berger_cut_1": "9.25 4.75 4.75 4.25 3.25 1.5",
        "koya": "2 0.5 0.5 1 0.5 0",
        "direct_encounter": "2 0 0 0 1 2",
    }
)

LONG_SWISS = """
+W9 =B13 =W2 +B15 =W4 =B6 =B3 =W16 +B8
+B10 +W7 =B1 +W16 +B3 =W4 -W6 =B15 =W5
=W11 +B6 +W8 =B4 -W2 +B16 =W1 +W14 +B10
+B12 =BYE +W13 =W3 =B1 =B2 =W16 =B6 +W15
-W13 -B15 +W11 =B7 +W10 -B14 +B9 -W8 =B2
-B14 -W3 +BYE +W10 +B8 =W1 +B2 =W4 +B16
+W15 -B2 -B16 =W5 -B11 -B10 +W13 +W9 +B14
=B16 +W14 -B3 +W13 -W6 =B11 =W15 +B5 -W1
-B1 -W10 =BYE -FB11 +BYE +B13 -W5 -B7 =W12
-W2 +B9 -W15 -B6 -B5 +W7 +B12 +W11 -W3
=B3 -W16 -B5 +FW9 +W7 =W8 -B14 -B10 =W13
-W4 +BYE +FB14 -- -- -B15 -W10 =B13 =B9
+B5 =W1 -B4 -B8 -W14 -W9 -B7 =W12 =B11
+W6 -B8 -FW12 -- +B13 +W5 +W11 -B3 -W7
-B7 +W5 +B10 -W1 -B16 +W12 =B8 =W2 -B4
=W8 +B11 +W7 -B2 +W15 -W3 =B4 =B1 -W6
"""

IN_LONG_SWISS = transposed({"direct_encounter": "1 0 0 1 0 3 0 0 0 0 0 0 0 0 0 0"})
