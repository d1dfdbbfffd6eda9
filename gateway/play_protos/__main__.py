"""``python -m gateway.play_protos`` writes the protos of the play API anew."""

import sys

from gateway.play_protos.files import committed, generated, write

sys.stdout.write("".join(f"wrote {path}\n" for path in write(generated(committed()))))
