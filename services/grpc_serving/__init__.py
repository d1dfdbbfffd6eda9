"""What every gRPC server of the platform shares: how it receives, how much it takes on, health, TLS.

They have threads, and a call holds one from its headers on, also while its message has not come. So the pool is larger
than all calls together that the limits here let in, and those that keep silent are given up. The README tells more.
"""
