import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, it } from 'vitest'
import { askForRequest, discover, goOn, insecure, openRequest, prepareRequest } from '../harness/authorization.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { setUpOperator, type TestPerson } from '../harness/people.ts'
import { startSecondNode } from '../harness/second-node.ts'

/** Replacing the secret does not disturb a person who is signing in a client. */

const [before, after] = ['b'.repeat(40), 'a'.repeat(40)]
const client: oauth.Client = { client_id: 'spindle' }

describe('an authorization request', () => {
  let old: TestHub
  let owner: TestPerson
  let accountId: string
  beforeAll(async () => {
    const database = await createTestDatabase()
    atEnd(() => database.close())
    const openDatabase = { ...database, close: async () => {} }
    old = await startTestHub({ environment: { SPINDLE_SECRET: before }, overrides: { openDatabase } })
    owner = await setUpOperator(old)
    accountId = (await owner.ask('GET', '/console/api/session')).body.memberships[0].accountId
  })

  const node = (secret: string, previous?: string) =>
    startSecondNode(old, {
      environment: {
        SPINDLE_PUBLIC_URL: old.url,
        SPINDLE_SECRET: secret,
        ...(previous === undefined ? {} : { SPINDLE_SECRET_PREVIOUS: previous }),
      },
    })
  /** The same address, as the balancer may route it. */
  const at = ({ url }: TestHub, address: URL | string): string => String(address).replace(old.url, url)

  /** Started at one node and continued at another. */
  async function authorize(begun: TestHub, ended: TestHub): Promise<URL> {
    const server = await discover(old)
    const { url, verifier, state, redirectUri } = await prepareRequest(server, { scope: 'keys:write music:read' })
    const opened = await openRequest(old, new URL(at(begun, url)))
    const allowed = await askForRequest(owner, opened, {
      step: '/allow',
      body: { accountId, permissions: ['music:read'] },
    })
    expect(allowed.status).toBe(200)
    const callback = await goOn(opened, at(ended, allowed.body.returnTo))
    if (callback.searchParams.has('error')) return callback
    const parameters = oauth.validateAuthResponse(server, client, callback, state)
    const there = { ...server, token_endpoint: at(ended, String(server.token_endpoint)) }
    const response = await oauth.authorizationCodeGrantRequest(
      there,
      client,
      oauth.None(),
      parameters,
      redirectUri,
      verifier,
      insecure,
    )
    const { access_token } = await oauth.processAuthorizationCodeResponse(there, client, response)
    const body = { name: 'spindle on a laptop', permissions: ['music:read'] }
    expect((await ended.json('POST', '/api/v1/distributor/keys', { bearer: access_token, body })).status).toBe(201)
    return callback
  }

  it('begun under one secret is gone on with under the other, in both directions', async () => {
    const replaced = await node(after, before)
    await authorize(old, replaced)
    const prepared = await node(before, after)
    await authorize(replaced, prepared)
    await replaced.hub.close()
    await prepared.hub.close()
  })
})
