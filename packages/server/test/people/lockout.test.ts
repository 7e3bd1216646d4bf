import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { inviteMember, openBrowser, type TestPerson } from '../harness/people.ts'

/** All people here share one network, as behind the NAT of an office, or a proxy that the hub does not know. */

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

  it('gets no more tries with a session or a browser of its own', async () => {
    const tried: number[] = []
    for (let i = 0; i < 12; i++) tried.push((await confirm(wrong)).status)
    expect(tried).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    await owner.ask('DELETE', '/console/api/session')
    const again: number[] = []
    for (let i = 0; i < 12; i++) again.push((await signIn(owner, owner.email, wrong)).status)
    expect(again).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  })
})
