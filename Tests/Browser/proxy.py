"""A reverse proxy that shows a hub below a path of its own, and says nothing about itself."""

import http.client
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import threading

PREFIX = "/somewhere/below"
NOT_PASSED = ("connection", "transfer-encoding", "keep-alive")


class Proxy:
    """Runs until it is stopped. `url` ends in a slash."""

    def __init__(self, hub):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                if not self.path.startswith(PREFIX + "/"):
                    self.send_error(404)
                    return
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                upstream = http.client.HTTPConnection("127.0.0.1", hub.port)
                kept = {name: value for name, value in self.headers.items() if name.lower() not in NOT_PASSED}
                upstream.request(self.command, self.path[len(PREFIX):], body or None, headers=kept)
                answer = upstream.getresponse()
                body = answer.read()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in NOT_PASSED:
                        self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)
                upstream.close()

            do_POST = do_HEAD = do_GET

            def log_message(self, *words):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}{PREFIX}/"

    def stop(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
