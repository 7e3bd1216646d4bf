import { createLegacyRelease, createRelease } from '@spindle/contract'
import type { Http } from '../../http/context.ts'

/** 2026-01-01, as a structured-field date (RFC 9651). */
const deprecatedSince = '@1767225600'

/** Every answer of the single-asset endpoint has the deprecation header (RFC 9745), including refusals. */
export function bindLegacyHeaders({ fastify, config }: Http): void {
  const headers = {
    deprecation: deprecatedSince,
    link: [
      `<${config.publicUrl}${createRelease.path}>; rel="successor-version"`,
      `<${config.publicUrl}/docs>; rel="deprecation"; type="text/html"`,
    ].join(', '),
    ...(config.legacySunset === undefined
      ? {}
      : { sunset: new Date(`${config.legacySunset}T00:00:00.000Z`).toUTCString() }),
  }
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.url.split('?', 1)[0] === createLegacyRelease.path) reply.headers(headers)
  })
}
