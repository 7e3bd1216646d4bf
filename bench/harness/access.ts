import type { Bench } from './bench.ts'
import { operate } from './hub.ts'
import type { Program } from './program.ts'

/** An account of a running hub and a key to it, got the way every client gets one. */
export interface Access {
  readonly accountId: string
  readonly headers: Readonly<Record<string, string>>
}

export async function createAccess(bench: Bench, hub: Program, databaseUrl: string): Promise<Access> {
  const accountId = (await operate(bench, databaseUrl, ['accounts', 'create', 'Benchmark'])).trim()
  const client = await operate(bench, databaseUrl, ['clients', 'create', '--account', accountId])
  const secretOf = (name: string): string => new RegExp(`${name} +(\\S+)`).exec(client)?.[1] ?? ''
  const { access_token: token } = await postForm(`${hub.url}/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: secretOf('client id'),
    client_secret: secretOf('client secret'),
    scope: 'keys:write',
  })
  const { key } = await post(`${hub.url}/api/v1/distributor/keys`, {
    headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Benchmark', permissions: ['music:read', 'music:write'] }),
  })
  return { accountId, headers: { 'x-api-key': String(key) } }
}

const postForm = (url: string, members: Record<string, string>): Promise<Record<string, unknown>> =>
  post(url, { body: new URLSearchParams(members) })

async function post(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(url, { method: 'POST', ...init })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}
