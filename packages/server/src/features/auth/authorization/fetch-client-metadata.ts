import { lookup as systemLookup } from 'node:dns/promises'
import { get, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '../../../platform/outgoing/public-address.ts'
import { agentClient } from './registered-clients.ts'

/**
 * Client ID Metadata Documents (draft-ietf-oauth-client-id-metadata-document-02): a program is named by the address of
 * a document about it. The address comes from strangers, so the hub asks over https only, at the very address that it
 * has found to be public (no second look-up), follows nothing, waits three seconds and reads 16 KiB. Of the document it
 * takes the name and the addresses for answers, and nothing else.
 */
export interface ClientMetadataNetwork {
  /** All addresses of a host. */
  readonly lookup: (host: string) => Promise<readonly string[]>
  readonly isAllowed: (address: string) => boolean
  /** Certificates to trust beside those of the system. */
  readonly ca?: string
}

export const internet: ClientMetadataNetwork = {
  lookup: async (host) => (await systemLookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
}

const timeoutMs = 3_000
const maxBytes = 16 * 1024

/** `fetch` for these documents alone; rejects for every address that is not allowed. */
export const clientMetadataFetch =
  (network: ClientMetadataNetwork = internet) =>
  async (input: string | URL): Promise<Response> => {
    const url = new URL(input)
    if (url.protocol !== 'https:' || url.pathname === '/' || url.username !== '')
      throw new TypeError('A client id must be an https URL with a path')
    const address = await findAddress(url.hostname, network)
    const { status, body, cacheControl } = await read(url, address, network)
    if (status !== 200) return new Response(null, { status: status < 200 || status > 599 ? 502 : status })
    const headers = cacheControl === undefined ? {} : { 'cache-control': cacheControl }
    return Response.json(readDocument(body), { headers })
  }

async function findAddress(host: string, { lookup, isAllowed }: ClientMetadataNetwork): Promise<string> {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0)
    throw new TypeError('A client id must have a host name, not an IP address')
  const addresses = await lookup(host)
  const [first] = addresses
  // A private address among public ones is an attack.
  if (first === undefined || !addresses.every(isAllowed)) throw new TypeError('The host of a client id must be public')
  return first
}

interface Answer {
  readonly status: number
  readonly body: Buffer
  readonly cacheControl: string | undefined
}

function read(url: URL, address: string, { ca }: ClientMetadataNetwork): Promise<Answer> {
  const pinned: LookupFunction = (_host, { all }, done) => {
    const family = isIP(address)
    if (all) done(null, [{ address, family }])
    else done(null, address, family)
  }
  const options: RequestOptions = {
    lookup: pinned,
    agent: false,
    headers: { accept: 'application/json', 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(timeoutMs),
    ...(ca === undefined ? {} : { ca }),
  }
  return new Promise((resolve, reject) => {
    const request = get(url, options, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size > maxBytes) request.destroy(new TypeError('The client metadata document is too large'))
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 502,
          body: Buffer.concat(chunks),
          cacheControl: response.headers['cache-control'],
        }),
      )
    })
    request.on('error', reject)
  })
}

function readDocument(body: Buffer): object {
  const document: unknown = JSON.parse(body.toString('utf8'))
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new TypeError('The client metadata document is not a JSON object')
  const {
    client_id: id,
    client_name: name,
    redirect_uris: uris,
    token_endpoint_auth_method: method,
  } = document as {
    readonly [member: string]: unknown
  }
  if (typeof id !== 'string' || !Array.isArray(uris) || uris.length > 20 || !uris.every(isText))
    throw new TypeError('The client metadata document has no client_id or redirect_uris')
  if (method !== undefined && method !== 'none')
    throw new TypeError('Only public clients can use a client metadata document')
  return agentClient({ id, name: isText(name) ? name : undefined, redirectUris: uris })
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 2_000
