import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { inviteMember, openBrowser, signInLinkFor, type TestPerson, tokenOf } from '../harness/people.ts'

/** All people here share one network, as behind the NAT of an office, or an untrusted proxy. */

describe('guessing passwords in the same network', () => {
  let hub: TestHub
  let owner: TestPerson
  const nowMs = Date.now()
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_RATE_LIMIT: 'off' },
      overrides: { clock: { now: () => nowMs } },
    })
    const { accountId } = await createTestAccount(hub)
    owner = await inviteMember(hub, { accountId, role: 'owner', email: 'owner@lockout.example' })
  })
  const signIn = (person: TestPerson, email: string, password: string) =>
    person.ask('POST', '/console/api/sign-in/password', { email, password })
  const confirm = (password: string) => owner.ask('POST', '/console/api/session/confirm', { password })
  const wrong = 'a password that is wrong'

  it('does not stop a person from signing in or confirming where that person has signed in before', async () => {
    const stranger = openBrowser(hub)
    for (let i = 0; i < 51; i++) await signIn(stranger, `${i}@nobody.example`, wrong)
    for (let i = 0; i < 11; i++) await signIn(stranger, owner.email, wrong)
    expect((await signIn(stranger, 'new@nobody.example', wrong)).status).toBe(429)
    expect((await signIn(stranger, owner.email, wrong)).status).toBe(429)
    expect((await confirm(owner.password)).status).toBe(200)
    await owner.ask('DELETE', '/console/api/session')
    expect((await signIn(owner, owner.email, owner.password)).status).toBe(200)
  })

  it('gets no additional attempts with a session or a browser of its own', async () => {
    const tried: number[] = []
    for (let i = 0; i < 12; i++) tried.push((await confirm(wrong)).status)
    expect(tried).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    await owner.ask('DELETE', '/console/api/session')
    const again: number[] = []
    for (let i = 0; i < 12; i++) again.push((await signIn(owner, owner.email, wrong)).status)
    expect(again).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  })
})

describe('requests without a session in the same network', () => {
  let hub: TestHub
  let nowMs = Math.floor(Date.now() / 60_000) * 60_000
  const nextMinute = (): void => {
    nowMs += 60_000
  }
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_RATE_LIMIT: '600/120/20' },
      overrides: { clock: { now: () => nowMs } },
    })
  })
  const join = async (email: string): Promise<TestPerson> => {
    nextMinute()
    const { accountId } = await createTestAccount(hub)
    return inviteMember(hub, { accountId, role: 'owner', email })
  }
  const signIn = (browser: TestPerson, { email, password }: Pick<TestPerson, 'email' | 'password'>) =>
    browser.ask('POST', '/console/api/sign-in/password', { email, password })
  const useUpVisitors = async (): Promise<void> => {
    const stranger = openBrowser(hub)
    const readLink = () => stranger.ask('POST', '/console/api/links/read', { token: 'made up' })
    const answers = await Promise.all(Array.from({ length: 61 }, readLink))
    expect(answers.filter(({ status }) => status === 429)).not.toEqual([])
  }

  it('leave a person who has signed in before in this browser every way to sign in', async () => {
    const person = await join('known@lockout.example')
    await person.ask('DELETE', '/console/api/session')
    await useUpVisitors()
    expect((await signIn(openBrowser(hub), person)).status).toBe(429)
    expect((await signIn(person, person)).status).toBe(200)
    expect((await person.ask('POST', '/console/api/session/confirm', { password: person.password })).status).toBe(200)
    await person.ask('DELETE', '/console/api/session')
    expect((await person.ask('POST', '/console/api/sign-in/passkey/begin')).status).not.toBe(429)
    const token = tokenOf(await signInLinkFor(hub, person.email))
    expect((await person.ask('POST', '/console/api/sign-in/link', { token })).status).toBe(200)
  })

  it('leave every person who shares a browser the way in', async () => {
    const browser = await join('first@lockout.example')
    const second = await join('second@lockout.example')
    expect((await signIn(browser, second)).status).toBe(200)
    await browser.ask('DELETE', '/console/api/session')
    await useUpVisitors()
    for (let i = 0; i < 11; i++) await signIn(browser, { ...second, password: 'a password that is wrong' })
    expect((await signIn(browser, second)).status).toBe(429)
    expect((await signIn(browser, browser)).status).toBe(200)
  })

  it('are sixty a minute for all browsers of one person together', async () => {
    const person = await join('busy@lockout.example')
    const tries = await Promise.all(
      Array.from({ length: 61 }, () => person.ask('POST', '/console/api/links/read', { token: 'made up' })),
    )
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await signIn(openBrowser(hub), person)).status).toBe(200)
  })

  it('sign no person out when their credentials fail, even after a long pause', async () => {
    const person = await join('idle@lockout.example')
    nowMs += 15 * 60_000
    const stranger = openBrowser(hub)
    const cookie = `${person.cookie()?.split('=')[0]}=${'x'.repeat(43)}`
    const fail = () => stranger.ask('GET', '/console/api/session', undefined, { cookie })
    const answers = await Promise.all(Array.from({ length: 21 }, fail))
    expect(answers.filter(({ status }) => status === 429)).not.toEqual([])
    expect((await person.ask('GET', '/console/api/session')).status).toBe(200)
    expect((await person.ask('POST', '/console/api/session/confirm', { password: person.password })).status).toBe(200)
  })
})
