"""``python -m cli`` is ``playhall``: how the supervisor starts its children."""

from cli.main import main

if __name__ == "__main__":
    main(prog_name="playhall")
