import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { setUpOperator, type TestPerson } from '../harness/people.ts'

/** Requests that another page makes a browser send change nothing and reveal nothing. */

describe('the console', () => {
  let hub: TestHub
  let operator: TestPerson
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_CORS_ORIGINS: 'https://friend.example' } })
    operator = await setUpOperator(hub)
  })

  const ask = (method: string, headers: Record<string, string>) =>
    hub.json(method, '/console/api/sessions', { headers: { cookie: operator.cookie() ?? '', ...headers } })
  const own = { 'x-spindle-console': '1' }

  it.each([
    ['a page of another site', 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a sibling host', 'GET', { 'sec-fetch-site': 'same-site' }],
    ['an address that was typed', 'GET', { 'sec-fetch-site': 'none' }],
    ['a write of another site', 'DELETE', { 'sec-fetch-site': 'cross-site', ...own }],
    ['a write without our header', 'DELETE', { 'sec-fetch-site': 'same-origin' }],
    ['a read that names another origin, over plain http', 'GET', { origin: 'https://friend.example' }],
    ['a write that names another origin, over plain http', 'DELETE', { origin: 'https://friend.example', ...own }],
    ['a write that names no origin, over plain http', 'DELETE', own],
    ['a write from nowhere', 'DELETE', { origin: 'null', ...own }],
    ['a question before a request', 'OPTIONS', { origin: 'https://friend.example' }],
  ])('refuses %s', async (_what, method, headers) => {
    const answer = await ask(method, headers)
    expect(answer).toMatchObject({ status: 403, body: { error: 'origin_not_allowed' } })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  it('accepts its own page, also over plain http, where browsers send fewer headers', async () => {
    expect((await ask('GET', { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await ask('GET', {})).status).toBe(200)
    expect((await ask('DELETE', { origin: hub.url, ...own })).status).toBe(204)
  })

  it('refuses what is not there just the same', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await hub.json('GET', '/console/api/nothing', { headers })).status).toBe(403)
    expect((await hub.json('GET', '/console/api/nothing')).status).toBe(404)
  })
})

describe('a hub that is reached without encryption', () => {
  it('accepts a cookie that browsers keep there, and marks it so', async () => {
    const hub = await startTestHub({ role: 'api', environment: { SPINDLE_PUBLIC_URL: 'http://hub.lan:4578' } })
    const headers = { origin: 'http://hub.lan:4578', 'x-spindle-console': '1' }
    const token = (await hub.hub.links.makeSetupLink())?.split('#')[1]
    const body = { token, name: 'Mia', email: 'mia@hub.example', password: 'seven quiet harbour lights' }
    const answer = await hub.json('POST', '/console/api/setup', { body, headers })
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^spindle=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect((await hub.json('GET', '/console/api/hub')).body).toEqual({
      name: 'hub.lan',
      needsSetup: false,
      isEncrypted: false,
      hasPasswords: true,
      hasPasskeys: false,
      outside: null,
    })
  })
})
