import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountId } from '../../src/platform/values/ids.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase, type JsonAnswer, startTestHub, type TestHub } from '../harness/hub.ts'
import {
  disablePerson,
  fromOwnPage,
  inviteMember,
  openBrowser,
  setUpOperator,
  signInLinkFor,
  type TestPerson,
} from '../harness/people.ts'
import { startSecondNode } from '../harness/second-node.ts'
import { readStream, streamPath } from '../live/read-stream.ts'

/** Two nodes of one hub: a session of one is valid at the other, and if it ends at one it ends at both. */

describe('two nodes of one database', () => {
  let one: TestHub
  let other: TestHub
  let accountId: AccountId
  beforeAll(async () => {
    const environment = { SPINDLE_SECRET: 's'.repeat(40), SPINDLE_PUBLIC_URL: 'https://hub.example' }
    one = await startTestHub({ role: 'api', environment, overrides: { openDatabase: await createTestDatabase() } })
    other = await startSecondNode(one, { role: 'api', environment })
    await setUpOperator(one)
    accountId = (await createTestAccount(one)).accountId
  })

  const member = (email: string, role: 'viewer' | 'owner' = 'owner'): Promise<TestPerson> =>
    inviteMember(one, { accountId, role, email })
  /** With this cookie, at the given node. */
  const askAt = (
    node: TestHub,
    cookie: string | undefined,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<JsonAnswer> =>
    node.json(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: { ...fromOwnPage, cookie: cookie ?? '' },
    })
  const statusAt = async (node: TestHub, cookie: string | undefined): Promise<number> =>
    (await askAt(node, cookie, 'GET', '/console/api/session')).status
  const keys = (): string => `/console/a/${accountId}/api/v1/distributor/keys`

  it('have the same sessions, with the rights of their people', async () => {
    const person = await member('both@label.example')
    expect(await statusAt(other, person.cookie())).toBe(200)
    const made = await askAt(other, person.cookie(), 'POST', keys(), { name: 'import', permissions: ['music:read'] })
    expect(made.status).toBe(201)
    expect((await askAt(one, person.cookie(), 'GET', keys())).body.data).toMatchObject([{ name: 'import' }])
  })

  it('end a session together: a sign-out at one applies at the other immediately', async () => {
    const person = await member('leaving@label.example')
    const cookie = person.cookie()
    expect([await statusAt(one, cookie), await statusAt(other, cookie)]).toEqual([200, 200])
    expect((await askAt(other, cookie, 'DELETE', '/console/api/session')).status).toBe(204)
    expect((await askAt(one, cookie, 'GET', '/console/api/session')).body).toMatchObject({
      status: 401,
      error: 'signed_out',
    })
    expect((await askAt(one, cookie, 'GET', keys())).body.error).toBe('signed_out')
  })

  it('take no cookie from before a sign-in or a proof, whichever of them gave it', async () => {
    const person = await member('again@label.example')
    const credentials = { email: person.email, password: person.password }
    const cookies = [person.cookie()]
    for (const [path, body] of [
      ['/console/api/sign-in/password', credentials],
      ['/console/api/session/confirm', { password: person.password }],
    ] as const) {
      const answer = await askAt(other, cookies.at(-1), 'POST', path, body)
      expect(answer.status).toBe(200)
      cookies.push(answer.headers.get('set-cookie')?.split(';')[0])
    }
    expect(new Set(cookies).size).toBe(3)
    for (const node of [one, other])
      expect(await Promise.all(cookies.map((cookie) => statusAt(node, cookie)))).toEqual([401, 401, 200])
  })

  it('look at the role, the membership and the person as they are now', async () => {
    const person = await member('changed@label.example')
    const owner = await member('owner@label.example')
    const mayMakeKeys = async (node: TestHub): Promise<string> =>
      (await askAt(node, person.cookie(), 'POST', keys(), {})).body.error
    expect(await mayMakeKeys(other)).toBe('validation_failed')
    const userId = (await askAt(other, person.cookie(), 'GET', '/console/api/session')).body.user.id
    const path = `/console/api/accounts/${accountId}/members/${userId}`
    expect((await askAt(one, owner.cookie(), 'PATCH', path, { role: 'viewer' })).status).toBe(200)
    expect(await mayMakeKeys(other)).toBe('role_insufficient')
    expect((await askAt(one, owner.cookie(), 'DELETE', path)).status).toBe(204)
    expect(await mayMakeKeys(other)).toBe('not_found')
    await disablePerson(one, person.email)
    expect(await statusAt(other, person.cookie())).toBe(401)
  })

  it('take one link once, whichever of them is asked', async () => {
    const { email } = await member('linked@label.example')
    const token = (await signInLinkFor(one, email))?.split('#')[1]
    const enter = (node: TestHub) => openBrowser(node).ask('POST', '/console/api/sign-in/link', { token })
    const answers = await Promise.all([enter(one), enter(other), enter(one), enter(other)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'link_invalid')).toHaveLength(3)
  })

  it('send events to listeners of one about changes at the other', async () => {
    const person = await member('listening@label.example')
    const headers = { ...fromOwnPage, cookie: person.cookie() ?? '' }
    const stream = await readStream(other, headers, `/console/a/${accountId}${streamPath}`)
    expect(stream.response.status).toBe(200)
    const body = { name: 'heard of', permissions: ['music:read'] }
    const { body: made } = await askAt(one, person.cookie(), 'POST', keys(), body)
    await eventually(() => stream.events.some(({ event, data }) => event === 'key' && data.id === made.id), {
      what: 'the key that was made at the other node',
    })
    stream.close()
  })
})
