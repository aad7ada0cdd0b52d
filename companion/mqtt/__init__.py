"""The table for others: its state and events on an MQTT broker, as a spectator may see them.

Off until a broker is named. The bus is a real one; nothing of it is built here. README.md beside
this file describes topics and payloads for those who listen.
"""
