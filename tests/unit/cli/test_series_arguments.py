"""What ``playhall series`` and ``playhall series submit`` are told, in the form that a document has."""

from cli.series_arguments import read_sizes, read_sprt


def test_numbers_of_a_test_have_one_form_however_they_are_written() -> None:
    assert read_sprt(("-0.50", "+1e1"), ".05", "0.0500") == ("-0.5", "10", "0.05", "0.05")
    assert read_sprt(("-0", "100"), "5E-2", "0.010") == ("0", "100", "0.05", "0.01")


def test_sizes_are_ascending_each_once() -> None:
    assert read_sizes("5,3, 4,3") == (3, 4, 5)
