import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import type { OutsideProvider } from '../../harness/outside-provider.ts'
import type { TestPerson } from '../../harness/people.ts'
import { connectIdentity, goOutside, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/session/confirm/outside'

describe('finishOutsideConfirmation 422', () => {
  let hub: TestHub
  let provider: OutsideProvider
  let person: TestPerson
  beforeAll(async () => {
    ;({ hub, provider } = await sharedPeopleHub())
    person = await joinNewAccount(hub, { email: 'ida@outside-confirmation-refused.example' })
    await connectIdentity(provider, person, 'confirm-ida')
    await hub.opened.database.system.execute(
      `update sessions set confirmed_at = confirmed_at - interval '1 hour'
       where user_id = (select id from users where email = $1)`,
      [person.email],
    )
  })
  afterEach(() => provider.tamper(undefined))

  const expectRefused = async (login: string): Promise<void> => {
    const cookie = person.cookie()
    expect(await goOutside(provider, person, { path, login })).toMatchObject({
      status: 422,
      body: { error: 'outside_sign_in_refused' },
    })
    expect(person.cookie()).toBe(cookie)
    expect((await person.ask('GET', '/console/api/session')).body.session.confirmedUntil).toBeNull()
  }

  it('refuses the identity of another person, and one that is not known here', async () => {
    const other = await joinNewAccount(hub, { email: 'otto@outside-confirmation-refused.example' })
    await connectIdentity(provider, other, 'confirm-otto')
    await expectRefused('confirm-otto')
    await expectRefused('confirm-stranger')
  })

  it.each([
    ['lies two minutes back', () => ({ auth_time: Math.floor(Date.now() / 1000) - 120 })],
    ['is not stated', () => ({ auth_time: undefined })],
  ])('refuses a sign-in whose time %s', async (_what, timeOf) => {
    provider.tamper((claims, sign) => {
      const stated: Record<string, unknown> = { ...claims, ...timeOf() }
      return sign(stated)
    })
    await expectRefused('confirm-ida')
  })

  it('refuses the answer to a sign-in', async () => {
    const begun = await person.ask('POST', '/console/api/sign-in/outside/begin', {})
    const answer = await provider.signIn(begun.body.location, 'confirm-ida')
    expect((await person.ask('POST', path, { answer })).body.error).toBe('outside_sign_in_refused')
    // Only the proof was refused: a new one is accepted.
    expect((await goOutside(provider, person, { path, login: 'confirm-ida' })).status).toBe(200)
  })
})
