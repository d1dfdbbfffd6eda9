"""What binds the platform: the keys that it signs with, and the public log of its commitments."""
