"""Pictures of the web client's pages that are kept, and how a page is compared with them."""
