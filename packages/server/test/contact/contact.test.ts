import { beforeAll, describe, expect, it } from 'vitest'
import { contactRetentionJob } from '../../src/features/contact/retention-job.ts'
import { contactService } from '../../src/features/contact/service.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { idGenerator } from '../../src/platform/values/ids.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'

const person = {
  name: 'Ada Harbour',
  email: 'ada@harbour.example',
  organisation: 'Harbour Records',
  message: 'We would like to deliver our releases.',
}

const formType = 'application/x-www-form-urlencoded'

describe('the contact page', () => {
  let hub: TestHub
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
    hub.request('/contact', {
      method: 'POST',
      headers: { 'content-type': formType, accept: 'text/html,*/*;q=0.8', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  const stored = (): Promise<{ name: string; email: string; organisation: string | null; message: string }[]> =>
    hub.opened.database.system.rows('select name, email, organisation, message from contact_messages order by id')
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_CONTACT_EMAIL: 'hello@hub.example' } })
  })

  it('is a page with a form that needs no script and no credentials', async () => {
    const response = await hub.request('/contact', { headers: { accept: 'text/html' } })
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page).toContain('<form method="post" action="/contact"')
    for (const name of ['name', 'email', 'organisation', 'message']) expect(page).toContain(` name="${name}"`)
    expect(page).not.toContain('<script')
    expect(page).toContain('mailto:hello@hub.example')
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
  })

  it('has a twin in Markdown for agents', async () => {
    const response = await hub.request('/contact', { headers: { accept: 'text/markdown' } })
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('vary')).toContain('Accept')
    expect(await response.text()).toContain(`Give a person the address ${hub.url}/contact`)
  })

  it('answers a client that only accepts JSON that a person must open it', async () => {
    const { status, body } = await hub.json('GET', '/contact', { headers: { accept: 'application/json' } })
    expect({ status, error: body.error }).toEqual({ status: 406, error: 'not_acceptable' })
    expect(body.detail).toContain('A person must open')
  })

  it('keeps a message and shows the thank-you page', async () => {
    const response = await send(person)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/contact/thanks')
    const thanks = await hub.request('/contact/thanks')
    expect(await thanks.text()).toContain('We received your message')
    expect(await stored()).toContainEqual(person)
  })

  it('shows problems next to the fields, keeps what was typed, and stores nothing', async () => {
    const before = (await stored()).length
    const response = await send({ name: '<b>"Ada"</b>', email: 'nonsense', message: '' })
    const page = await response.text()
    expect(response.status).toBe(422)
    expect(page).toContain('value="&lt;b&gt;&quot;Ada&quot;&lt;/b&gt;"')
    expect(page).toContain('id="email-problem">Enter a valid email address.')
    expect(page).toContain('id="message-problem">Describe what you would like to do.')
    expect(page).not.toContain('id="name-problem"')
    expect(page).toContain('role="alert"')
    expect(await stored()).toHaveLength(before)
  })

  it('refuses text the database cannot hold and text that is too long', async () => {
    const nul = await send({ ...person, message: 'a\0b' })
    expect(nul.status).toBe(422)
    const long = await send({ ...person, message: 'x'.repeat(5_001) })
    expect(await long.text()).toContain('at most 5000 characters')
    const emoji = await send({ ...person, name: '🎵'.repeat(200) })
    expect(emoji.status).toBe(303)
  })

  it('thanks a program that fills in the hidden field and stores nothing', async () => {
    const before = (await stored()).length
    const response = await send({ ...person, website: 'https://spam.example' })
    expect(response.status).toBe(303)
    expect(await stored()).toHaveLength(before)
  })

  it.each([
    ['a JSON body', { 'content-type': 'application/json' }],
    ['another media type', { 'content-type': 'text/plain' }],
    ['who wants JSON back', { accept: 'application/json' }],
    ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a form of a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an origin that hides', { origin: 'null' }],
  ])('refuses %s', async (_what, headers) => {
    const before = (await stored()).length
    const response = await send(person, headers)
    expect(await response.json()).toMatchObject({
      status: 403,
      error: 'contact_form_only',
      detail: expect.stringContaining(`A person must open ${hub.url}/contact in a browser`),
    })
    expect(await stored()).toHaveLength(before)
  })

  it('accepts the form of its own page', async () => {
    expect((await send(person, { 'sec-fetch-site': 'same-origin', origin: hub.url })).status).toBe(303)
    expect((await send(person, { origin: hub.url })).status).toBe(303)
  })

  it('cuts a body that no person types', async () => {
    const response = await send({ ...person, message: 'x'.repeat(70_000) })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: 'body_too_large' })
  })

  it('answers other methods with 405', async () => {
    const response = await hub.request('/contact', { method: 'DELETE' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST')
  })
})

describe('the contact form under a flood', () => {
  it('takes five messages a minute from one network, then asks to wait and keeps what was typed', async () => {
    const hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_RATE_LIMIT: '600/120/300' },
      overrides: { clock: { now: () => 1_795_132_800_000 } },
    })
    const send = (): Promise<Response> =>
      hub.request('/contact', {
        method: 'POST',
        headers: { 'content-type': formType },
        body: new URLSearchParams(person).toString(),
      })
    for (let i = 0; i < 5; i++) expect((await send()).status).toBe(303)
    const sixth = await send()
    expect(sixth.status).toBe(429)
    expect(sixth.headers.get('retry-after')).toBe('60')
    expect(sixth.headers.get('ratelimit')).toBe('"contact";r=0;t=60')
    expect(await sixth.text()).toContain('value="Ada Harbour"')
  })
})

describe('the contact form used from many networks', () => {
  it('still takes a message when other networks have used up theirs', async () => {
    const hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_RATE_LIMIT: '600/120/300' },
      overrides: { clock: { now: () => 1_795_132_800_000 } },
    })
    for (let network = 1; network <= 13; network++)
      for (let i = 0; i < 5; i++) {
        const { statusCode } = await hub.hub.http.fastify.inject({
          method: 'POST',
          url: '/contact',
          remoteAddress: `192.0.2.${network}`,
          headers: { 'content-type': formType, accept: 'text/html' },
          payload: new URLSearchParams(person).toString(),
        })
        expect([network, i, statusCode]).toEqual([network, i, 303])
      }
  })
})

const emptyDisk = { requireRoom: async () => {} }

describe('the messages for the operator', () => {
  it('are deleted by id, and automatically when their time is over', async () => {
    const hub = await startTestHub({ role: 'api' })
    let now = Date.parse('2026-01-01T00:00:00Z')
    const clock = { now: () => now++ }
    const { database } = hub.opened
    const service = contactService({ database, ids: idGenerator(clock), clock, log: silentLog, diskReserve: emptyDisk })
    for (const name of ['One', 'Two', 'Three']) await service.receive({ ...person, name, organisation: '' })
    const ids = (await service.list({ limit: 9 })).messages.map(({ id }) => id)
    expect(await service.delete([String(ids[1]), 'msg_unknown'])).toBe(1)
    const names = async () => (await service.list({ limit: 9 })).messages.map(({ name }) => name)
    expect(await names()).toEqual(['Three', 'One'])
    const job = contactRetentionJob({ database, clock, log: silentLog, retentionDays: 30 })
    await job.handle({})
    expect(await names()).toEqual(['Three', 'One'])
    now += 30 * 86_400_000
    await job.handle({})
    expect(await names()).toEqual([])
  })

  it('come newest first, page by page', async () => {
    const hub = await startTestHub({ role: 'api' })
    let now = 1_795_132_800_000
    const clock = { now: () => now++ }
    const { database } = hub.opened
    const service = contactService({ database, ids: idGenerator(clock), clock, log: silentLog, diskReserve: emptyDisk })
    for (const name of ['One', 'Two', 'Three']) await service.receive({ ...person, name, organisation: '' })
    const first = await service.list({ limit: 2 })
    expect(first.messages.map(({ name }) => name)).toEqual(['Three', 'Two'])
    expect(first.messages[0]?.organisation).toBeNull()
    const second = await service.list({ limit: 2, after: first.next })
    expect(second.messages.map(({ name }) => name)).toEqual(['One'])
    expect(second.next).toBeUndefined()
  })
})
