import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { ConfigError } from '../../src/config/problems.ts'
import { readConfigured } from '../../src/features/webhooks/index.ts'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { runOperatorCommand, shellOf } from '../harness/operator.ts'
import { startSecondNode } from '../harness/second-node.ts'
import {
  localWebhooks,
  startWebhookReceiver,
  verifyMessage,
  type WebhookReceiver,
} from '../harness/webhook-receiver.ts'

/** Webhooks from a file of the operator. */

const path = '/api/v1/distributor/webhooks'
const firstSecret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const secondSecret = `whsec_${Buffer.alloc(24, 2).toString('base64')}`

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-webhooks-'))
  atEnd(() => rm(folder, { recursive: true }))
  return folder
}

describe('webhooks by configuration', () => {
  let hub: TestHub
  let account: TestAccount
  let key: string
  let receiver: WebhookReceiver
  let file: string
  let secretFile: string
  let environment: Record<string, string>
  beforeAll(async () => {
    const folder = await temporaryFolder()
    file = join(folder, 'webhooks.json')
    secretFile = join(folder, 'secret')
    await writeFile(secretFile, `${firstSecret}\n`)
    await name([])
    environment = { ...localWebhooks, SPINDLE_WEBHOOKS_FILE: file, CALENDAR_SECRET: secondSecret }
    hub = await startTestHub({ environment })
    account = await createTestAccount(hub)
    key = await account.key()
    receiver = await startWebhookReceiver()
  })
  const name = (webhooks: readonly object[]) => writeFile(file, JSON.stringify({ webhooks }))
  const apply = async (...webhooks: readonly object[]) => {
    await name(webhooks)
    await hub.hub.reload()
    return list()
  }
  const list = async () => (await hub.json('GET', path, { key })).body.data
  const calendar = () => ({
    account: account.accountId,
    name: 'calendar',
    url: `${receiver.url}/calendar`,
    secretFile,
  })
  const auditTypes = async (id: string): Promise<string[]> =>
    (
      await hub.opened.database.system.rows<{ type: string }>(
        `select type from account_audit_events where data->>'webhook' = $1 order by id`,
        [id],
      )
    ).map(({ type }) => type)

  it('are made, changed and disabled as the file says, each time it is read', async () => {
    const [made, ...others] = await apply(calendar())
    expect(others).toEqual([])
    expect(made).toMatchObject({
      id: expect.stringMatching(/^whk_0000000000/),
      url: `${receiver.url}/calendar`,
      description: 'calendar',
      eventTypes: null,
      source: 'configuration',
      status: 'active',
    })
    expect(await apply(calendar())).toEqual([made])
    expect(await hub.json('POST', `${path}/${made.id}/test`, { key })).toMatchObject({ status: 202 })
    const [message] = await eventually(() => receiver.received.length > 0 && receiver.received, { what: 'the test' })
    expect(verifyMessage(message as never, firstSecret)).toMatchObject({ type: 'endpoint.test' })
    const isNoted = async () => (await hub.json('GET', `${path}/${made.id}`, { key })).body.lastDeliveredAt !== null
    await eventually(isNoted, { what: 'the answer to be noted' })

    const types = ['release.status_changed']
    const { secretFile: _, ...rest } = calendar()
    const changed = { ...rest, url: `${receiver.url}/other`, eventTypes: types, secretVariable: 'CALENDAR_SECRET' }
    expect(await apply({ ...changed, description: 'Release calendar' })).toEqual([
      {
        ...made,
        url: `${receiver.url}/other`,
        description: 'Release calendar',
        eventTypes: types,
        previousSecretUntil: expect.any(String),
        updatedAt: expect.any(String),
        lastDeliveredAt: expect.any(String),
      },
    ])
    await hub.json('POST', `${path}/${made.id}/test`, { key })
    const [, again] = await eventually(() => receiver.received.length > 1 && receiver.received, {
      what: 'another test',
    })
    // By both, as after a rotation.
    for (const secret of [firstSecret, secondSecret]) verifyMessage(again as never, secret)

    expect(await apply()).toMatchObject([{ id: made.id, status: 'disabled', disabledReason: 'requested' }])
    expect(await apply(calendar())).toMatchObject([{ id: made.id, status: 'active', disabledReason: null }])
    expect(await auditTypes(made.id)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.secret_rotated',
      'webhook.disabled',
      'webhook.updated',
      'webhook.enabled',
      'webhook.secret_rotated',
    ])
  })

  it('are listed next to those of the account, which do not change', async () => {
    const { body: mine } = await hub.json('POST', path, { key, body: { url: `${receiver.url}/mine` } })
    expect(mine.source).toBe('account')
    expect(await apply(calendar())).toMatchObject([{ id: mine.id, status: 'active' }, { source: 'configuration' }])
    expect(await apply()).toMatchObject([{ id: mine.id, status: 'active' }, { status: 'disabled' }])
    expect(await hub.json('DELETE', `${path}/${mine.id}`, { key })).toMatchObject({ status: 204 })
  })

  it('are made once by several nodes', async () => {
    await apply(calendar())
    await name([calendar(), { ...calendar(), name: 'second' }])
    const nodes = await Promise.all([1, 2].map(() => startSecondNode(hub, { environment })))
    await Promise.all([hub.hub.reload(), ...nodes.map((node) => node.hub.reload())])
    const webhooks = await list()
    expect(webhooks.map(({ description }: { description: string }) => description).sort()).toEqual([
      'calendar',
      'second',
    ])
    for (const { id } of webhooks)
      expect((await auditTypes(id)).filter((type) => type === 'webhook.created')).toHaveLength(1)
  })

  it('stay as they were while the file is wrong', async () => {
    const before = await apply(calendar())
    await writeFile(file, '{')
    await hub.hub.reload()
    expect(await list()).toEqual(before)
  })

  it('of an unknown account are left out, and the doctor reports it', async () => {
    const nobody = 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    const active = (await apply(calendar(), { ...calendar(), account: nobody })).filter(
      ({ status }: { status: string }) => status === 'active',
    )
    expect(active).toMatchObject([{ description: 'calendar' }])
    const doctor = async () => {
      const { out } = await runOperatorCommand(['doctor'], { ...shellOf(hub), ...environment })
      return out.find((line) => line.includes('webhooks by configuration'))
    }
    expect(await doctor()).toBe(
      `FAIL webhooks by configuration: these accounts do not exist: ${nobody}. Fix: correct SPINDLE_WEBHOOKS_FILE`,
    )
    await name([calendar()])
    expect(await doctor()).toBe('ok   webhooks by configuration: 1 of 1 accounts')
  })
})

describe('a file of webhooks', () => {
  const problemsOf = async (content: unknown, environment: Record<string, string> = {}) => {
    const file = join(await temporaryFolder(), 'webhooks.json')
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    const config = readConfig({ SPINDLE_WEBHOOKS_FILE: file, ...environment })
    try {
      await readConfigured(config)
      return []
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return error.problems.map(({ problem }) => problem)
    }
  }
  const good = {
    account: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    name: 'calendar',
    url: 'https://label.example/hooks',
    secretVariable: 'HOOK',
  }
  const one = (changes: object) => ({ webhooks: [{ ...good, ...changes }] })

  it.each([
    ['no JSON', '[', 'the file is not JSON'],
    ['no account', one({ account: undefined }), '/webhooks/0/account: '],
    ['an unknown member', one({ adress: 'x' }), '/webhooks/0/adress: '],
    ['a bad name', one({ name: 'Release Calendar' }), '/webhooks/0/name: '],
    ['an unknown type', one({ eventTypes: ['release.sang'] }), '/webhooks/0/eventTypes/0: '],
    ['a private address', one({ url: 'https://10.0.0.1/' }), '/webhooks/0/url: the hub does not send to this address'],
    ['no secret', one({ secretVariable: undefined }), '/webhooks/0/secretFile: exactly one of'],
    ['two secrets', one({ secretFile: '/x' }), '/webhooks/0/secretFile: exactly one of'],
    [
      'a variable that is not set',
      one({ secretVariable: 'NONE' }),
      '/webhooks/0/secretVariable: the variable is not set',
    ],
    ['a short secret', one({ secretVariable: 'SHORT' }), '/webhooks/0/secretVariable: the secret is missing'],
    [
      'a file that is not there',
      one({ secretVariable: undefined, secretFile: '/nowhere' }),
      '/webhooks/0/secretFile: the file cannot be read (ENOENT)',
    ],
    ['one name twice', { webhooks: [good, good] }, '/webhooks/1/name: another webhook of the account has this name'],
  ])('with %s is refused', async (_, content, problem) => {
    const problems = await problemsOf(content, { HOOK: firstSecret, SHORT: 'whsec_c2hvcnQ=' })
    expect(problems).toEqual([expect.stringContaining(problem)])
  })

  it('ends the start with the exit code of a bad configuration', async () => {
    const environment = { SPINDLE_WEBHOOKS_FILE: '/nowhere/webhooks.json', SPINDLE_DATA_DIR: await temporaryFolder() }
    for (const args of [['config', 'check'], ['serve']]) {
      const { code, err } = await runOperatorCommand(args, { ...environment, SPINDLE_PORT: '0' })
      expect([code, err.at(-1)]).toEqual([
        78,
        '  SPINDLE_WEBHOOKS_FILE: /nowhere/webhooks.json cannot be read (ENOENT). Fix: use a file that the hub can read.',
      ])
    }
  })

  it('never repeats its secret, wherever it was entered', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    for (const member of [
      'account',
      'name',
      'url',
      'description',
      'eventTypes',
      'secretFile',
      'secretVariable',
      'secret',
    ])
      expect(JSON.stringify(await problemsOf(one({ [member]: secret })))).not.toContain(secret.slice(6, 20))
    expect(JSON.stringify(await problemsOf(`{"webhooks": [{"secret": "${secret}" "`))).not.toContain(
      secret.slice(6, 20),
    )
  })
})
