import type { Bench } from './bench.ts'
import { operate } from './hub.ts'
import type { Program } from './program.ts'

/** An account of a running hub, its service client and its keys, got the way every client gets them. */
export interface Access {
  readonly accountId: string
  readonly client: { readonly id: string; readonly secret: string }
  readonly keys: readonly string[]
  /** With the first key. */
  readonly headers: Readonly<Record<string, string>>
}

export async function createAccess(
  bench: Bench,
  hub: Program,
  databaseUrl: string,
  { keys: count }: { readonly keys: number } = { keys: 1 },
): Promise<Access> {
  const accountId = (await operate(bench, databaseUrl, ['accounts', 'create', 'Benchmark'])).trim()
  const printed = await operate(bench, databaseUrl, ['clients', 'create', '--account', accountId])
  const read = (name: string): string => new RegExp(`${name} +(\\S+)`).exec(printed)?.[1] ?? ''
  const client = { id: read('client id'), secret: read('client secret') }
  const { access_token: token } = await postForm(`${hub.url}/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: client.secret,
    scope: 'keys:write',
  })
  const keys: string[] = []
  while (keys.length < count) {
    const { key } = await post(`${hub.url}/api/v1/distributor/keys`, {
      headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Benchmark',
        permissions: ['music:read', 'music:write', 'catalog:read', 'analytics:read'],
      }),
    })
    keys.push(String(key))
  }
  return { accountId, client, keys, headers: { 'x-api-key': keys[0] ?? '' } }
}

const postForm = (url: string, members: Record<string, string>): Promise<Record<string, unknown>> =>
  post(url, { body: new URLSearchParams(members) })

async function post(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(url, { method: 'POST', ...init })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}
