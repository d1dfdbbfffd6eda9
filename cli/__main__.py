"""``python -m cli`` is ``playhall``: how the supervisor starts its children."""

from cli.main import main

main(prog_name="playhall")
