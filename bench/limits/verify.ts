import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/**
 * The limit of verify: bare node:http, one SHA-256 of the token, one look-up by digest, one comparison in constant time,
 * one answer that is ready. Arguments: PORT TOKEN.
 */

const [port, token = ''] = process.argv.slice(2)
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
const body = Buffer.from(
  JSON.stringify({ ok: true, service: 'spindle', integration: 'distribution', property: 'site' }),
)
const entries = new Map([[sha256(token).toString('latin1'), { digest: sha256(token), body }]])

const server = createServer((request, response) => {
  const { authorization } = request.headers
  if (authorization?.startsWith('Bearer ')) {
    const digest = sha256(authorization.slice(7))
    const entry = entries.get(digest.toString('latin1'))
    if (entry && timingSafeEqual(entry.digest, digest)) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': entry.body.length })
      response.end(entry.body)
      return
    }
  }
  if (request.url === '/healthz') response.end('{}')
  else response.writeHead(401).end('{"error":"invalid_token"}')
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')
