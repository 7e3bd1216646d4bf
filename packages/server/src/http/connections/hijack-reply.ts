import type { FastifyReply } from 'fastify'

/** From here on a library writes the answer past the framework; the headers every answer has are on it already. */
export function hijackReply(reply: FastifyReply): void {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
}
