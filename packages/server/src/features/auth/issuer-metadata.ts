import { environmentFetch } from '@spindle/client/node'
import { readBody } from '../../platform/files/read-body.ts'

/**
 * An outside issuer's metadata (OpenID Connect Discovery 1.0 or RFC 8414): where its keys are, and how it spells its
 * name.
 */
export interface IssuerMetadata {
  /** As tokens carry it; the configured spelling may lack a trailing slash. */
  readonly issuer: string
  readonly jwksUri: URL
}

const maxBytes = 64 * 1024

/**
 * Asks the OpenID address first, then the OAuth one. Rejects when neither answers with metadata of this very issuer.
 */
export async function readIssuerMetadata(issuer: string, timeoutMs: number): Promise<IssuerMetadata> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname === '/' ? '' : pathname
  const openId = `${issuer}/.well-known/openid-configuration`
  const oauth = `${origin}/.well-known/oauth-authorization-server${path}`
  const init = { headers: { accept: 'application/json' }, redirect: 'error' } as const
  const read = async (url: string): Promise<IssuerMetadata> => {
    const response = await readCapped(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    return parseMetadata(issuer, await response.json())
  }
  try {
    return await read(openId)
  } catch (error) {
    if (!(error instanceof NoDocumentError)) throw error
    return read(oauth)
  }
}

/** The address answered, but not with a document: another address may have it. */
class NoDocumentError extends Error {}

function parseMetadata(configured: string, value: unknown): IssuerMetadata {
  const { issuer, jwks_uri: jwksUri } = Object(value) as { issuer?: unknown; jwks_uri?: unknown }
  if (typeof issuer !== 'string' || issuer.replace(/\/+$/, '') !== configured)
    throw new Error('The metadata is of another issuer')
  if (typeof jwksUri !== 'string' || !URL.canParse(jwksUri)) throw new Error('The metadata has no jwks_uri')
  const url = new URL(jwksUri)
  // Keys from an unencrypted connection could be forged.
  if (url.protocol !== 'https:' && url.protocol !== new URL(configured).protocol)
    throw new Error('The jwks_uri is not https')
  return { issuer, jwksUri: url }
}

/** A 200 answer of at most 64 KiB, wholly read; anything else rejects. */
export async function readCapped(url: string, init: RequestInit): Promise<Response> {
  const response = await environmentFetch(url, init)
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new NoDocumentError(`${url} answered ${response.status}`)
  }
  return new Response(new Uint8Array(await readBody(response, maxBytes)))
}
