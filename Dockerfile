# syntax=docker/dockerfile:1
# One image for every process of the platform: which it is, the arguments say (playhall gateway, playhall worker, …).
# The tag says to a reader what the digest is; what is pulled is the digest (an index: amd64 and arm64).

FROM python:3.11.13-slim-bookworm@sha256:86adf8dbadc3d6e82ee5dd2c74bec2e1c2467cdad47886280501df722372d2e1 AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/playhall
WORKDIR /src
COPY requirements ./requirements
RUN pip install --require-hashes --no-deps -r requirements/build.txt \
 && /opt/playhall/bin/pip install --require-hashes --no-deps -r requirements/image.txt
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY cli ./cli
COPY gateway ./gateway
COPY services ./services
COPY workers ./workers
COPY protos ./protos
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
 && /opt/playhall/bin/pip install --no-deps /wheels/*.whl \
 && /opt/playhall/bin/python -m compileall -q /opt/playhall/lib \
 && /opt/playhall/bin/pip uninstall --yes pip setuptools
# The bill of materials of what was just installed (CycloneDX): `make sbom` makes it, `make image` before this.
COPY sbom.json /opt/playhall/share/playhall/sbom.json

FROM python:3.11.13-slim-bookworm@sha256:86adf8dbadc3d6e82ee5dd2c74bec2e1c2467cdad47886280501df722372d2e1
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
