"""Code that several operations of a subject share, between the REST and gRPC APIs and the services."""
