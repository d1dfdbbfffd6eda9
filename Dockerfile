# syntax=docker/dockerfile:1
# One image for every process of the platform: which it is, the arguments say (playhall gateway, playhall worker, …).

FROM python:3.11.13-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_CONSTRAINT=/src/constraints.txt
RUN python -m venv /opt/playhall
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE NOTICE ./
COPY cli ./cli
COPY gateway ./gateway
COPY services ./services
COPY workers ./workers
COPY protos ./protos
RUN /opt/playhall/bin/pip install '.[postgres]' \
 && /opt/playhall/bin/python -m compileall -q /opt/playhall/lib \
 && /opt/playhall/bin/pip uninstall --yes pip setuptools

FROM python:3.11.13-slim-bookworm
LABEL org.opencontainers.image.title="Playhall" \
      org.opencontainers.image.description="Card and board games as a service" \
      org.opencontainers.image.licenses="Apache-2.0"
# Nothing is written but to /tmp, so the root may be read-only; HOME is asked for by some libraries.
ENV PATH=/opt/playhall/bin:$PATH HOME=/tmp PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
COPY --from=build /opt/playhall /opt/playhall
USER 10001:10001
WORKDIR /tmp
EXPOSE 8080 50051 50052 9464
ENTRYPOINT ["playhall"]
CMD ["--help"]
