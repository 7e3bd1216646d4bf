import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './cleanup.ts'

/** An outside OpenID provider on this machine: its metadata, its keys, and every possible failure. */
export interface FakeIssuer {
  readonly url: string
  /** How often the keys were requested. */
  readonly keyRequests: () => number
  /** Replaces the published keys. */
  publish(keys: readonly IssuerKey[]): void
  /** Sets the answers of the addresses. */
  behave(behaviour: Behaviour): void
}

type Behaviour = 'normal' | 'down' | 'oversized' | 'oauth metadata only' | 'other issuer' | 'trailing slash'

export interface IssuerKey {
  readonly kid: string
  readonly alg: 'RS256' | 'ES256'
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export function makeIssuerKey(kid: string, alg: IssuerKey['alg'] = 'RS256'): IssuerKey {
  const pair =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { kid, alg, ...pair }
}

export async function startFakeIssuer(initial: readonly IssuerKey[]): Promise<FakeIssuer> {
  let keys = initial
  let behaviour: Behaviour = 'normal'
  let keyRequests = 0
  const send = (response: ServerResponse, body: unknown): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const metadata = () => ({
    issuer: behaviour === 'other issuer' ? 'https://other.example' : behaviour === 'trailing slash' ? `${url}/` : url,
    jwks_uri: `${url}/keys`,
  })
  const server = createServer((request, response) => {
    const isMetadata =
      request.url === '/.well-known/oauth-authorization-server' ||
      (request.url === '/.well-known/openid-configuration' && behaviour !== 'oauth metadata only')
    if (request.url === '/keys') keyRequests++
    if (behaviour === 'down') response.destroy()
    else if (isMetadata) send(response, metadata())
    else if (request.url === '/keys') {
      const set = keys.map(({ kid, alg, publicKey }) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
        alg,
        use: 'sig',
      }))
      send(response, behaviour === 'oversized' ? { keys: set, padding: 'x'.repeat(70_000) } : { keys: set })
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url,
    keyRequests: () => keyRequests,
    publish: (next) => {
      keys = next
    },
    behave: (next) => {
      behaviour = next
    },
  }
}
