"""What a request costs, in things that do not depend on the machine."""
