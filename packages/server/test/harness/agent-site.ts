import type { ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { ClientMetadataNetwork } from '../../src/features/auth/index.ts'
import { atEnd } from './cleanup.ts'

/**
 * The web site of a client with its metadata document. The certificate is for this test only and valid for a century.
 */

const cert = `-----BEGIN CERTIFICATE-----
MIIBsDCCAVagAwIBAgIUBdXPJgl2S8kX5rJs6PwPR+Np6I8wCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNYWdlbnQuZXhhbXBsZTAgFw0yNjExMjIwODE2MTlaGA8yMTI2
MTAyOTA4MTYxOVowGDEWMBQGA1UEAwwNYWdlbnQuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABFNpHfiRFQHQaVmWijFLniRp2eg/a2ORJTdwEqsvwGSH
niU+Rm9/CyXRGGdRASvm55HFqZNhHiql/UC2/7yqMYOjfDB6MB0GA1UdDgQWBBQx
bV6iDgk3DG3m1i7QWaAzDdhMXzAfBgNVHSMEGDAWgBQxbV6iDgk3DG3m1i7QWaAz
DdhMXzAPBgNVHRMBAf8EBTADAQH/MCcGA1UdEQQgMB6CDWFnZW50LmV4YW1wbGWC
DW90aGVyLmV4YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIhAOaS4e9qHmvfglG003sG
MJFjtccwwb97WeuEPX1JZcgIAiBGWbbbNQnjSCZbYnVt5Dpp/uL6LpQ4O6QQFN4q
pLRkSg==
-----END CERTIFICATE-----`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTmQQbeP2y0gDtLec
o7uQlsoBeOc9LUrqLwN9auiIUhahRANCAARTaR34kRUB0GlZlooxS54kadnoP2tj
kSU3cBKrL8Bkh54lPkZvfwsl0RhnUQEr5ueRxamTYR4qpf1Atv+8qjGD
-----END PRIVATE KEY-----`

export interface AgentSite {
  readonly url: string
  /** Requested paths. */
  readonly asked: string[]
  /** The Internet as a hub under test sees it: the site, under any name. */
  readonly network: ClientMetadataNetwork
  answer: (path: string, response: ServerResponse) => void
}

export async function startAgentSite(): Promise<AgentSite> {
  const site: Omit<AgentSite, 'url' | 'network'> = { asked: [], answer: (_path, response) => void response.end() }
  const server: Server = createServer({ key, cert }, (request, response) => {
    site.asked.push(request.url ?? '')
    site.answer(request.url ?? '', response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `https://agent.example:${(server.address() as AddressInfo).port}`
  const network = { lookup: async () => ['127.0.0.1'], isAllowed: () => true, ca: cert }
  return Object.assign(site, { url, network })
}
