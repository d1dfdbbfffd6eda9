"""A soak: many bots behind URLs, some of which misbehave, beside bots on streams that are killed; and its judge."""
