import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import type { OutsideProvider } from '../../harness/outside-provider.ts'
import { openBrowser, type TestPerson } from '../../harness/people.ts'
import {
  connectIdentity,
  goOutside,
  inviteToNewAccount,
  joinNewAccount,
  sharedPeopleHub,
} from '../../harness/people-hub.ts'

const path = '/console/api/sign-in/outside'

describe('finishOutsideSignIn 200', () => {
  let hub: TestHub
  let provider: OutsideProvider
  beforeAll(async () => {
    ;({ hub, provider } = await sharedPeopleHub())
  })
  const signIn = (login: string, person: TestPerson = openBrowser(hub)) =>
    goOutside(provider, person, { path, login, body: {} })
  const join = (login: string, token: string, name = 'Mia Blue') =>
    goOutside(provider, openBrowser(hub), { path, login, body: { link: { token, name } } })
  const know = (login: string, email: string, claims: object = {}) =>
    provider.know(login, { name: 'Mia there', email, email_verified: true, ...claims })
  const eventsOf = async (userId: string) =>
    (
      await hub.opened.database.system.rows<{ type: string }>(
        `select type from hub_audit_events where actor ->> 'id' = $1 order by id`,
        [userId],
      )
    ).map(({ type }) => type)

  it('makes a person by an invitation, and signs that person in from then on', async () => {
    know('finish-mia', 'mia@finish-outside.example')
    const invited = { email: 'Mia@Finish-Outside.example', role: 'manager' } as const
    const { accountId, token } = await inviteToNewAccount(hub, invited)
    const joined = await join('finish-mia', token)
    expect(joined.status).toBe(200)
    expect(joined.body).toMatchObject({
      user: {
        name: 'Mia Blue',
        email: 'Mia@Finish-Outside.example',
        hasPassword: false,
        passkeys: 0,
        hasIdentity: true,
      },
      session: { way: 'invitation', confirmedUntil: expect.any(String) },
      memberships: [{ accountId, role: 'manager' }],
    })
    expect(joined.headers.get('set-cookie')).toMatch(/^__Host-Http-spindle=[\w-]{43}; Max-Age=2592000;/)
    const person = openBrowser(hub)
    const signedIn = await signIn('finish-mia', person)
    expect(signedIn.body).toMatchObject({ user: { id: joined.body.user.id }, session: { way: 'outside' } })
    expect((await person.ask('GET', '/console/api/session')).body.session).toEqual(signedIn.body.session)
    expect(await eventsOf(joined.body.user.id)).toEqual(['identity.added', 'session.started', 'session.started'])
  })

  it('gives the browser a new cookie, and ends the session of the one before', async () => {
    const person = await joinNewAccount(hub, { email: 'rota@finish-outside.example' })
    await connectIdentity(provider, person, 'finish-rota')
    const before = { cookie: person.cookie() ?? '' }
    expect((await signIn('finish-rota', person)).status).toBe(200)
    expect((await person.ask('GET', '/console/api/session')).body.session.way).toBe('outside')
    expect((await openBrowser(hub).ask('GET', '/console/api/session', undefined, before)).status).toBe(401)
  })

  it('finds a person by the identity, even with another email address', async () => {
    const person = await joinNewAccount(hub, { email: 'moved@finish-outside.example' })
    know('finish-moved', 'moved@finish-outside.example')
    await connectIdentity(provider, person, 'finish-moved')
    know('finish-moved', 'elsewhere@finish-outside.example', { email_verified: false })
    expect((await signIn('finish-moved')).body.user.email).toBe('moved@finish-outside.example')
  })

  it("adds a known person to one more account, by the person's address or the one that the provider states", async () => {
    const person = await joinNewAccount(hub, { email: 'two@finish-outside.example' })
    know('finish-two', 'second@finish-outside.example')
    await connectIdentity(provider, person, 'finish-two')
    const { accountId, token } = await inviteToNewAccount(hub, { email: 'second@finish-outside.example' })
    const { user, memberships } = (await join('finish-two', token)).body
    expect(user).toMatchObject({ email: 'two@finish-outside.example', pendingEmail: null })
    expect(memberships.map((membership: { accountId: string }) => membership.accountId).toSorted()).toEqual(
      [person.accountId, accountId].toSorted(),
    )
  })

  it('proves the address that the person asked for, as soon as the provider names it as verified', async () => {
    const person = await joinNewAccount(hub, { email: 'before@finish-outside.example' })
    know('finish-after', 'unverified@finish-outside.example', { email_verified: false })
    await connectIdentity(provider, person, 'finish-after')
    await person.ask('PATCH', '/console/api/me', { email: 'After@finish-outside.example' })
    expect((await signIn('finish-after')).body.user).toMatchObject({
      email: 'before@finish-outside.example',
      pendingEmail: 'After@finish-outside.example',
    })
    know('finish-after', 'after@finish-outside.example')
    expect((await signIn('finish-after')).body.user).toMatchObject({
      email: 'After@finish-outside.example',
      isEmailProven: true,
      pendingEmail: null,
    })
    expect(await hub.hub.people.findByMail('after@finish-outside.example')).toMatchObject({ emailProvenBy: 'provider' })
  })

  it('leaves an address with the person who has it, whatever the provider states', async () => {
    const holder = await joinNewAccount(hub, { email: 'held@finish-outside.example' })
    const person = await joinNewAccount(hub, { email: 'asks@finish-outside.example' })
    know('finish-asks', 'held@finish-outside.example')
    await connectIdentity(provider, person, 'finish-asks')
    await person.ask('PATCH', '/console/api/me', { email: 'held@finish-outside.example' })
    expect((await signIn('finish-asks')).body.user).toMatchObject({
      email: 'asks@finish-outside.example',
      pendingEmail: 'held@finish-outside.example',
    })
    expect((await holder.ask('GET', '/console/api/session')).body.user.email).toBe('held@finish-outside.example')
  })
})
