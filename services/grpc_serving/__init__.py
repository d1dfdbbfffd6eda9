"""What every gRPC server of the platform shares: how it receives, how much it takes on, health, TLS.

The servers are gRPC's own, with threads: its asynchronous server costs a tenth to a sixth more processor time a call.
There, a call holds a thread from its headers on, also while its message has not come. So the pool of threads is larger
than all calls together that these limits let in, and those that keep silent are given up:

* ``receiving.py``: calls whose message has not come,
* ``open_calls.py``: how many calls may be open, of each address and key,
* ``work_slots.py``: how many are worked on, in turn between clients,
* ``health.py``: health, which needs none of that,
* ``credentials.py``: TLS and its certificates,
* ``peers.py``: who calls.
"""
