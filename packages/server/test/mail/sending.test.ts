import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tenantTransaction } from '../../src/platform/database/sql.ts'
import { jsonLog } from '../../src/platform/logging/log.ts'
import { allow, discover, prepareRequest } from '../harness/authorization.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { headersOf, type MailServer, mailSettings, partOf, quickMail, startMailServer } from '../harness/mail-server.ts'
import { setUpOperator, signInLinkFor, type TestPerson, tokenOf } from '../harness/people.ts'
import { startSecondNode } from '../harness/second-node.ts'
import { createTeam, sharedTeam, type Team } from '../harness/shared-team.ts'

/** What people get by mail, from a hub with a worker and a real mail server. */

interface StoredMail {
  readonly kind: string
  readonly sealed: Buffer | null
  readonly attempts: number
  readonly failure: string | null
  readonly endedAt: Date | null
}

const storedMail = (hub: Pick<TestHub, 'opened'>): Promise<StoredMail[]> =>
  hub.opened.database.system.rows(
    'select kind, sealed, attempts, failure, ended_at as "endedAt" from mail_outbox order by id',
  )

const untilEnded = (hub: TestHub, count: number) =>
  eventually(
    async () => {
      const all = await storedMail(hub)
      return all.length >= count && all.every(({ endedAt }) => endedAt !== null) && all
    },
    { what: `the end of ${count} messages` },
  )

/** Without a worker of its own, the messages of a hub wait. */
const hubWith = (port: number, log: string[] = [], role: 'all' | 'api' = 'all') =>
  startTestHub({
    role,
    environment: mailSettings(port),
    overrides: { mail: quickMail, jobPollMs: 20, log: jsonLog('debug', { write: (line) => void log.push(line) }) },
  })

describe('a hub with a mail server', () => {
  const log: string[] = []
  let server: MailServer
  let hub: TestHub
  let operator: TestPerson
  let team: Team
  beforeAll(async () => {
    server = await startMailServer()
    hub = await hubWith(server.port, log)
    operator = await setUpOperator(hub)
    team = await createTeam(hub)
  })
  beforeEach(async () => {
    await untilEnded(hub, 0)
    server.received.length = 0
    server.refuse = () => undefined
  })
  const untilReceived = () => eventually(() => server.received[0], { what: 'a message' })
  const invite = (email: string, role = 'viewer') => team.ask('POST', '/invitations', { email, role })

  it('sends an invitation to the invited address, with the link that its maker is shown', async () => {
    const { body } = await invite('tom@label.example')
    expect(body).toMatchObject({ email: 'tom@label.example', isMailed: true })
    const mail = await untilReceived()
    expect(mail).toMatchObject({ from: 'hub@music.example', to: ['tom@label.example'] })
    expect(headersOf(mail)).toMatchObject({
      'auto-submitted': 'auto-generated',
      from: 'Night Music <hub@music.example>',
      'message-id': expect.stringMatching(/^<eml_[0-9A-HJKMNP-TV-Z]{26}@music\.example>$/),
      subject: `Invitation to Night Label on ${new URL(hub.url).host}`,
    })
    const said = partOf(mail, 'text/plain')
    expect(said).toContain('The owner invites you to join the account Night Label')
    expect(said).toContain(body.link)
    expect(partOf(mail, 'text/html')).toContain(`<a href="${body.link}">Accept the invitation</a>`)
  })

  it('sends the invitations of operators too, those by a command without a name', async () => {
    const path = `/console/api/operator/accounts/${team.accountId}/invitations`
    const { body } = await operator.ask('POST', path, { email: 'kim@label.example', role: 'owner' })
    expect(body.isMailed).toBe(true)
    expect(partOf(await untilReceived(), 'text/plain')).toContain('Mia Blue invites you to join')
    server.received.length = 0
    await hub.hub.links.invite({ accountId: team.accountId, email: 'lee@label.example', role: 'viewer' })
    expect(partOf(await untilReceived(), 'text/plain')).toContain('The operator invites you to join')
  })

  it('sends a sign-in link only to an address that is proven to operators', async () => {
    const known = await operator.ask('GET', '/console/api/session')
    const path = (id: string) => `/console/api/operator/people/${id}/sign-in-link`
    const { body } = await operator.ask('POST', path(known.body.user.id))
    expect(body.isMailed).toBe(true)
    const mail = await untilReceived()
    expect(mail.to).toEqual(['mia@hub.example'])
    expect(partOf(mail, 'text/plain')).toContain(body.link)
    const invited = await invite('eve@label.example')
    await eventually(() => server.received.length === 2, { what: 'the invitation' })
    const eve = { token: tokenOf(invited.body.link), name: 'Eve', password: 'seven quiet harbour lights' }
    const joined = await hub.json('POST', '/console/api/sign-up', {
      body: eve,
      headers: { 'sec-fetch-site': 'same-origin', 'x-spindle-console': '1' },
    })
    expect((await operator.ask('POST', path(joined.body.user.id))).body.isMailed).toBe(false)
    expect(await signInLinkFor(hub, 'eve@label.example')).toBeDefined()
    await untilEnded(hub, 0)
    expect(server.received.length).toBe(2)
  })

  it('tells a person about a new password', async () => {
    const body = { password: 'another nine harbour bells' }
    expect((await operator.ask('POST', '/console/api/me/password', body)).status).toBe(204)
    const mail = await untilReceived()
    expect(mail.to).toEqual(['mia@hub.example'])
    expect(headersOf(mail).subject).toBe(`New password for ${new URL(hub.url).host}`)
    expect(mail.raw).not.toContain('harbour')
  })

  it('tells a person about a program that may act for them', async () => {
    const { memberships } = (await operator.ask('GET', '/console/api/session')).body
    const [{ accountId }] = memberships
    const { url } = await prepareRequest(await discover(hub))
    await allow(hub, operator, url, { accountId, permissions: ['music:read'] })
    const mail = await untilReceived()
    expect(mail.to).toEqual(['mia@hub.example'])
    expect(headersOf(mail).subject).toBe(`A program was connected on ${new URL(hub.url).host}`)
    expect(partOf(mail, 'text/plain')).toMatch(
      /^Hello Mia Blue, you allowed the program .+ to act for you in the account Night Label on /,
    )
  })

  it('tells nothing to an address that only the person typed', async () => {
    const { id } = (await operator.ask('GET', '/console/api/session')).body.user
    const prove = (by: string | null) =>
      hub.opened.database.system.execute('update users set email_proven_by = $2 where id = $1', [id, by])
    await prove(null)
    const body = { password: 'third eleven harbour cranes' }
    expect((await operator.ask('POST', '/console/api/me/password', body)).status).toBe(204)
    await prove('setup')
    await invite('last@label.example')
    expect((await untilReceived()).to).toEqual(['last@label.example'])
  })

  it('keeps neither the address nor the link once a message was sent', async () => {
    await invite('amal@label.example')
    await untilReceived()
    const rows = await untilEnded(hub, 1)
    expect(rows.at(-1)).toEqual({
      kind: 'invitation',
      sealed: null,
      attempts: 1,
      failure: null,
      endedAt: expect.any(Date),
    })
  })

  it('gives up what the server refuses for good, and logs neither the address nor the link', async () => {
    log.length = 0
    server.refuse = (command, value) => (command === 'RCPT TO' ? `550 5.1.1 <${value}> is unknown` : undefined)
    const { body } = await invite('nowhere@label.example')
    const rows = await untilEnded(hub, 1)
    expect(rows.at(-1)).toMatchObject({ sealed: null, attempts: 1, failure: 'EENVELOPE 550' })
    const lines = log.filter((line) => line.includes('mail.'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'mail.given_up', kind: 'invitation', code: 'EENVELOPE 550', attempts: 1 },
    ])
    expect(log.join('')).not.toContain('nowhere@label.example')
    expect(log.join('')).not.toContain(tokenOf(body.link))
  })

  it('tries again with the same Message-ID when the server is busy', async () => {
    const tried: string[] = []
    server.refuse = (command, value) => {
      if (command !== 'DATA') return undefined
      tried.push(headersOf({ raw: value })['message-id'] ?? '')
      return tried.length < 3 ? '451 4.3.0 Try again later' : undefined
    }
    await invite('busy@label.example')
    const mail = await untilReceived()
    expect(tried).toEqual(Array.from({ length: 3 }, () => headersOf(mail)['message-id']))
    expect((await untilEnded(hub, 1)).at(-1)).toMatchObject({ attempts: 3, failure: null })
  })

  it('keeps a name on its line: it adds no header and no recipient', async () => {
    const name = 'Label\u2028Bcc: eve@evil.example\u202E <b>'
    await hub.opened.database.system.execute('update accounts set name = $2 where id = $1', [team.accountId, name])
    await invite('names@label.example')
    const mail = await untilReceived()
    expect(mail.to).toEqual(['names@label.example'])
    expect(headersOf(mail).bcc).toBeUndefined()
    expect(headersOf(mail).subject).toContain('Label Bcc: eve@evil.example <b> on ')
    expect(partOf(mail, 'text/html')).toContain('eve@evil.example &lt;b&gt;')
  })

  it('shows an invitation to an address that no mail can have, and sends nothing', async () => {
    expect((await invite('"a,b"@label.example')).body.isMailed).toBe(false)
    expect((await invite('a,b@label.example')).body.isMailed).toBe(false)
  })

  it('sends nothing for a transaction that is rolled back', async () => {
    const before = (await storedMail(hub)).length
    const roll = hub.opened.database.transaction(async (trx) => {
      const invitation = { email: 'never@label.example', role: 'viewer' } as const
      const made = await hub.hub.links.inviteIn(tenantTransaction(trx, team.accountId), invitation, {
        type: 'operator',
        id: null,
        name: null,
      })
      expect(made.isMailed).toBe(true)
      throw new Error('rolled back')
    })
    await expect(roll).rejects.toThrow('rolled back')
    await invite('later@label.example')
    expect((await untilReceived()).to).toEqual(['later@label.example'])
    expect((await storedMail(hub)).length).toBe(before + 1)
  })

  it('reports its mail among the checks of the operator', async () => {
    const { body } = await operator.ask('GET', '/console/api/operator/system')
    expect(body.checks.find(({ name }: { name: string }) => name === 'mail')).toMatchObject({
      isFine: true,
      text: `sent through 127.0.0.1:${server.port}; no message waits`,
    })
    const setting = body.settings.find(({ key }: { key: string }) => key === 'SPINDLE_SMTP_URL')
    expect(setting).toMatchObject({ value: null, isSet: true, isSecret: true })
  })
})

describe('mail', () => {
  it('waits while the server is down, sealed, and is sent once it is back', async () => {
    const port = await freePort()
    const log: string[] = []
    const hub = await hubWith(port, log)
    const team = await createTeam(hub)
    const { body } = await team.ask('POST', '/invitations', { email: 'tom@label.example', role: 'viewer' })
    const waiting = await eventually(async () => (await storedMail(hub)).find(({ attempts }) => attempts >= 2), {
      what: 'two attempts of a message',
    })
    expect(waiting).toMatchObject({ failure: 'ESOCKET', endedAt: null })
    expect(waiting.sealed?.toString('latin1')).not.toMatch(/tom@label|invitation/)
    const server = await startMailServer({ port })
    // The owner of the account was invited too.
    await untilEnded(hub, 2)
    const mail = server.received.filter(({ to: [to] }) => to === 'tom@label.example')
    expect(mail.map((one) => partOf(one, 'text/plain').includes(body.link))).toEqual([true])
    expect(server.received.length).toBe(2)
    expect(log.join('')).not.toMatch(/tom@label\.example|invitation#/)
  })

  it('is neither written nor promised without the settings', async () => {
    const team = await sharedTeam()
    const { body } = await team.ask('POST', '/invitations', { email: 'tom@label.example', role: 'viewer' })
    expect(body.isMailed).toBe(false)
    expect(await storedMail(team.hub)).toEqual([])
  })

  it('of an account is limited to 200 messages a day', async () => {
    const server = await startMailServer()
    const hub = await hubWith(server.port, [], 'api')
    const team = await createTeam(hub)
    const insert = (count: number) =>
      hub.opened.database.system.execute(
        `insert into mail_outbox (id, kind, for_account, created_at, expires_at, ended_at)
         select 'eml_' || lpad(n::text, 26, '0'), 'invitation', $1, now(), now() + interval '1 day', now()
         from generate_series(1, $2::int) n`,
        [team.accountId, count],
      )
    // The owner was invited too.
    await insert(198)
    const invite = async (email: string) => (await team.ask('POST', '/invitations', { email, role: 'viewer' })).body
    expect((await invite('one@label.example')).isMailed).toBe(true)
    expect((await invite('two@label.example')).isMailed).toBe(false)
  })

  it('that a restored hub finds is deleted and not sent, and it promises none', async () => {
    const server = await startMailServer()
    const hub = await hubWith(server.port, [], 'api')
    const team = await createTeam(hub)
    const invite = async (email: string) => (await team.ask('POST', '/invitations', { email, role: 'viewer' })).body
    expect((await invite('old@label.example')).isMailed).toBe(true)
    expect((await storedMail(hub)).length).toBe(2)
    await hub.hub.backups.beginRestore(new Date())
    const log: string[] = []
    await startSecondNode(hub, {
      role: 'worker',
      environment: mailSettings(server.port),
      overrides: { mail: quickMail, jobPollMs: 20, log: jsonLog('debug', { write: (line) => void log.push(line) }) },
    })
    await eventually(async () => (await storedMail(hub)).length === 0, { what: 'the mail to be deleted' })
    await eventually(() => log.find((line) => line.includes('mail.dropped')), { what: 'the log' })
    await eventually(async () => !(await invite('new@label.example')).isMailed, { what: 'the hold to be noticed' })
    expect(server.received).toEqual([])
  })
})
