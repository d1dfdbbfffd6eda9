"""Tests of the engine service over real gRPC, and of the protos' build."""
