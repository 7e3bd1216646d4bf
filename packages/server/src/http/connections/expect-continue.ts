import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Sends `100 Continue` when the body is read for the first time (RFC 9110 section 10.1.1). A refusal that headers decide
 * reads no body, so the client does not send it. Such an answer ends the connection: the hub cannot know whether the
 * body or the next request follows.
 */
export function continueOnceRead(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response
  const read = request._read.bind(request)
  response.shouldKeepAlive = false
  request._read = (size) => {
    request._read = read
    if (!response.headersSent) {
      response.shouldKeepAlive = shouldKeepAlive
      response.writeContinue()
    }
    read(size)
  }
}
