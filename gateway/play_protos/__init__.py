"""Writes the protos of gRPC's play API from the operations of REST."""
