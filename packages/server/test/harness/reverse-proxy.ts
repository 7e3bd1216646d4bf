import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { atEnd } from './cleanup.ts'

/** A typical reverse proxy: it terminates TLS, strips a path, and passes each request to the next node. */
export interface ReverseProxy {
  /** The address for people, and the value of SPINDLE_PUBLIC_URL. */
  readonly url: string
  /** The requests, as they were answered. */
  readonly answers: ProxiedAnswer[]
  /** Redirects it to another target. */
  leadTo(...nodes: readonly { readonly url: string }[]): void
}

export interface ProxiedAnswer {
  readonly path: string
  readonly status: number
  readonly hasCookie: boolean
  /** The origin that the browser states. */
  readonly site: string | undefined
}

export interface ReverseProxyOptions {
  /** A name of this machine; the certificate is for music.test. */
  readonly host?: string
  readonly path?: string
  readonly isEncrypted?: boolean
}

/** For music.test only, self-signed and valid for a century. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBmDCCAT6gAwIBAgIUGrTMGnyq1uTUYkhJWY65lk5ZgvwwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKbXVzaWMudGVzdDAgFw0yNjExMjIxMDU5MThaGA8yMTI2MTAy
OTEwNTkxOFowFTETMBEGA1UEAwwKbXVzaWMudGVzdDBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABCUw2jfw2UAnrqeBCqkW0jhqs1oBxRTsaCaZmda9ax1gun6tpgs7
yJrLn34QGVxj/5Dm/O8RQ2l5ZehtVAAsMsqjajBoMB0GA1UdDgQWBBT4i0tKD3FY
pQThAgA49leugmE29jAfBgNVHSMEGDAWgBT4i0tKD3FYpQThAgA49leugmE29jAP
BgNVHRMBAf8EBTADAQH/MBUGA1UdEQQOMAyCCm11c2ljLnRlc3QwCgYIKoZIzj0E
AwIDSAAwRQIgRE742FRTaHdWCIMGPafQgAh5t90sKT8kmllQP2JWnQoCIQCC93Yp
JlkNtawwbLsG2OBu6zLjOoer20uMgOOksJklLw==
-----END CERTIFICATE-----`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2wQYBpDeYocm+AKe
mt88vUnYYMJpxeSodntYjz2dPDmhRANCAAQlMNo38NlAJ66ngQqpFtI4arNaAcUU
7GgmmZnWvWsdYLp+raYLO8iay59+EBlcY/+Q5vzvEUNpeWXobVQALDLK
-----END PRIVATE KEY-----`

/** These are requested in front of the path (RFC 8414, RFC 9728), and forwarded unchanged. */
const wellKnown = /^\/\.well-known\/oauth-/

export async function startReverseProxy({
  host = '127.0.0.1',
  path = '',
  isEncrypted = false,
}: ReverseProxyOptions = {}): Promise<ReverseProxy> {
  let nodes: readonly { readonly url: string }[] = []
  let turn = 0
  const answers: ProxiedAnswer[] = []
  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    const asked = request.url ?? ''
    const isWellKnown = wellKnown.test(asked)
    const node = nodes[turn++ % nodes.length]
    if (!node || !(isWellKnown || asked.startsWith(`${path}/`) || asked === path))
      return void response.writeHead(404).end()
    const target = new URL(node.url)
    const upstream = ask(
      {
        host: target.hostname,
        port: target.port,
        method: request.method,
        path: isWellKnown ? asked : asked.slice(path.length) || '/',
        headers: request.headers,
        agent: false,
      },
      (answer) => {
        const status = answer.statusCode ?? 502
        const { cookie, 'sec-fetch-site': site } = request.headers
        answers.push({ path: asked, status, hasCookie: cookie !== undefined, site: site?.toString() })
        response.writeHead(status, answer.headers)
        // An event stream has started, even if it sends nothing.
        response.flushHeaders()
        answer.pipe(response)
      },
    )
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  }
  const server = isEncrypted ? createTlsServer({ key, cert }, forward) : createServer(forward)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http${isEncrypted ? 's' : ''}://${host}:${port}${path}`,
    answers,
    leadTo: (...next) => {
      nodes = next
    },
  }
}
