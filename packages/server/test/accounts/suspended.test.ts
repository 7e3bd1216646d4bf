import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { operatorOf } from '../harness/operator.ts'
import { inviteMember, setUpOperator, type TestPerson } from '../harness/people.ts'
import { startSecondNode } from '../harness/second-node.ts'

/** A suspended account is refused with any credential, and nothing else about it changes. */

const bearer = 'a'.repeat(32)
const keysPath = '/api/v1/distributor/keys'
const releasesPath = '/api/v1/music-distributor/releases'

describe('a suspended account', () => {
  let hub: TestHub
  let account: TestAccount
  let other: TestAccount
  let member: TestPerson
  let operator: ReturnType<typeof operatorOf>
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${bearer}`, SPINDLE_SECRET: 's'.repeat(32) },
    })
    operator = operatorOf(hub)
    await setUpOperator(hub)
    account = await createTestAccount(hub, 'Night Label')
    other = await createTestAccount(hub, 'Day Label')
    member = await inviteMember(hub, { accountId: account.accountId, role: 'owner', email: 'ada@label.example' })
  })

  it('is refused with its keys, clients, upload tokens and people, on every node, until it is resumed', async () => {
    const key = await account.key()
    const token = await account.token()
    const second = await startSecondNode(hub)
    const upload = await hub.json('POST', '/api/v1/distributor/uploads', {
      key,
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '4', 'upload-metadata': `kind ${btoa('audio')}` },
    })
    const path = new URL(upload.headers.get('location') ?? '').pathname
    const uploadToken = hub.hub.uploads.signUpload(path.split('/').at(-1) ?? '', {
      accountId: account.accountId,
      keyId: 'key_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    })
    const ask = {
      key: () => hub.json('GET', releasesPath, { key }),
      'key on another node': () => second.json('GET', releasesPath, { key }),
      client: () => hub.json('GET', keysPath, { bearer: token }),
      agent: () =>
        hub.json('POST', '/mcp', {
          key,
          headers: { accept: 'application/json, text/event-stream' },
          body: { jsonrpc: '2.0', id: 1, method: 'ping' },
        }),
      'upload token': () =>
        hub.json('HEAD', path, { headers: { 'tus-resumable': '1.0.0', 'upload-token': uploadToken } }),
      member: () => member.ask('GET', `/console/a/${account.accountId}${releasesPath}`),
      owner: () => member.ask('GET', `/console/api/accounts/${account.accountId}/members`),
    }
    const statuses = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(ask).map(async ([name, send]) => {
            const { status, body } = await send()
            return [name, body.error === undefined ? status : `${status} ${body.error}`]
          }),
        ),
      )
    const allOf = (answer: unknown) => Object.fromEntries(Object.keys(ask).map((name) => [name, answer]))
    const before = allOf(200)
    expect(await statuses()).toEqual(before)
    expect(await operator('accounts', 'suspend', account.accountId)).toEqual({
      code: 0,
      out: [],
      err: ['Its keys, clients and people are refused. To take a release down: releases takedown <release id>'],
    })
    // HEAD has no body to name the error in.
    const refused = { ...allOf('403 account_suspended'), 'upload token': 403 }
    await eventually(async () => JSON.stringify(await statuses()) === JSON.stringify(refused) || undefined, {
      what: 'the account to be refused everywhere',
    })
    expect((await hub.json('GET', releasesPath, { key: await other.key() })).status).toBe(200)
    expect(await operator('accounts', 'suspend', account.accountId)).toMatchObject({
      code: 0,
      err: ['The account is already suspended.'],
    })
    expect(await operator('accounts', 'resume', account.accountId)).toEqual({ code: 0, out: [], err: [] })
    await eventually(async () => JSON.stringify(await statuses()) === JSON.stringify(before) || undefined, {
      what: 'the account to be let in again',
    })
  })

  it('keeps what is live at properties', async () => {
    const { trackIds } = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a'] })
    await operator('accounts', 'suspend', account.accountId)
    const { body } = await hub.json('GET', '/api/integration/feed', { bearer })
    expect(body.data).toMatchObject([{ trackId: trackIds[0], deleted: false }])
    await operator('accounts', 'resume', account.accountId)
  })

  it('is named in the list, and keeps another name', async () => {
    expect(await operator('accounts', 'rename', other.accountId, 'Morning Label')).toEqual({
      code: 0,
      out: [],
      err: [],
    })
    await operator('accounts', 'suspend', other.accountId)
    const { out } = await operator('accounts', 'list')
    expect(out).toContainEqual(
      expect.stringMatching(new RegExp(`^${other.accountId}  .*  Morning Label  \\(suspended\\)$`)),
    )
    expect(await operator('accounts', 'resume', other.accountId)).toMatchObject({ code: 0 })
    expect(await operator('accounts', 'resume', other.accountId)).toMatchObject({
      err: ['The account is not suspended.'],
    })
    const unknown = 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    for (const words of [['suspend'], ['resume'], ['rename', 'X']].map(([word = '', ...rest]) => [
      word,
      unknown,
      ...rest,
    ]))
      expect(await operator('accounts', ...words)).toMatchObject({
        code: 2,
        err: [`Unknown account ${unknown}: see accounts list`, expect.any(String)],
      })
  })
})
