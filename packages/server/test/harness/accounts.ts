import { type Permission, permissions } from '@spindle/contract'
import { keyService } from '../../src/features/keys/index.ts'
import { operatorActor } from '../../src/features/people/audit/audit.ts'
import { auditTrail } from '../../src/features/people/index.ts'
import type { AccountId } from '../../src/platform/values/ids.ts'
import type { TestHub } from './hub.ts'

const everything = { actor: operatorActor, grantable: permissions, isLimitedToOwn: false } as const

/** An account with a service client, created by the hub's services. */
export interface TestAccount {
  readonly accountId: AccountId
  readonly clientId: string
  readonly clientSecret: string
  /** An access token of the client, from the token endpoint; requested once. */
  token(): Promise<string>
  /** A new API key, directly from the service; with all four permissions by default. */
  key(wanted?: readonly Permission[]): Promise<string>
}

/** Creates keys and changes none, so it has nothing to announce. */
export const createsKeys = (http: TestHub['hub']['http']) =>
  keyService({ ...http, audit: auditTrail(http), notifications: { announce: async () => {} } })

export async function createTestAccount(hub: TestHub, name = 'Test Records'): Promise<TestAccount> {
  const { accounts, http } = hub.hub
  const account = await accounts.createAccount(name)
  const client = await accounts.createClient(account.id, `${name} client`)
  if (!client) throw new Error('the account was not created')
  const keys = createsKeys(http)
  let token: Promise<string> | undefined
  return {
    accountId: account.id,
    ...client,
    token: () => {
      token ??= requestToken(hub, client)
      return token
    },
    async key(wanted = permissions) {
      const created = await http.database.tenantTransaction(account.id, (trx) =>
        keys.create(trx, everything, { name: 'test key', permissions: [...wanted] }),
      )
      return created.key
    },
  }
}

/** `scope` narrows the token; without it the hub decides. */
export async function requestToken(
  hub: TestHub,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  scope?: string,
): Promise<string> {
  const response = await postToken(hub, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope === undefined ? {} : { scope }),
  })
  const body = (await response.json()) as { access_token?: string }
  if (body.access_token === undefined) throw new Error(`no token: ${JSON.stringify(body)}`)
  return body.access_token
}

export const postToken = (
  hub: TestHub,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  hub.request('/oauth/token', { method: 'POST', body: new URLSearchParams(form), headers: { ...headers } })
