import type { IncomingMessage, ServerResponse } from 'node:http'

/** Calls `onLate` if the body has not arrived in time. A body of JSON that trickles in would hold a connection. */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  timeoutMs: number,
  onLate: () => void,
): void {
  const timer = setTimeout(() => {
    if (!request.complete && !response.headersSent) onLate()
  }, timeoutMs)
  timer.unref()
  request.once('end', () => clearTimeout(timer))
  response.once('close', () => clearTimeout(timer))
}
