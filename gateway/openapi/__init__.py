"""A thin OpenAPI layer on bare Flask and pydantic.

A decorated function is an operation. The same declaration gives the Flask rule, the validation of the request, the
documentation in the OpenAPI document and the list of problems the operation may answer.
"""
