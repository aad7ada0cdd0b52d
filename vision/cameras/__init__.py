"""One module per kind of camera: `open_camera(address, options) -> Camera`. Its name is the URL's
scheme.
"""
