# The virtual table in a container, for trying it without installing anything:
#   docker build -t tableside . && docker run --rm -p 8137:8137 -v tableside:/data tableside
# A real table wants camera and panel, so it wants `sudo make install` on a Pi, not this.
FROM python:3.13-slim-trixie
WORKDIR /opt/tableside
COPY requirements.lock pyproject.toml README.md LICENSE ./
RUN pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.lock
COPY companion companion
COPY vision vision
COPY firmware_bridge firmware_bridge
COPY web web
RUN pip install --no-cache-dir --no-deps --no-build-isolation . && useradd --create-home tableside \
    && mkdir /data && chown tableside /data
USER tableside
WORKDIR /data
VOLUME /data
EXPOSE 8137
CMD ["companion", "serve", "--virtual", "--host", "0.0.0.0", "--port", "8137", "--data", "/data"]
