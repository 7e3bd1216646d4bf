import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import type { OutsideProvider } from '../harness/outside-provider.ts'
import { goodPassword, openBrowser, type TestPerson, tokenOf } from '../harness/people.ts'
import { goOutside, joinNewAccount, sharedPeopleHub } from '../harness/people-hub.ts'

/** No decision depends on an address that a person only typed, or that one account owner vouched for. */

describe('the address of another person', () => {
  let hub: TestHub
  let provider: OutsideProvider
  let victims: TestPerson & { readonly accountId: string }
  beforeAll(async () => {
    ;({ hub, provider } = await sharedPeopleHub())
    victims = await joinNewAccount(hub, { email: 'owner@victim.example', role: 'owner', accountName: 'Victim Label' })
  })
  const userOf = async (person: TestPerson) => (await person.ask('GET', '/console/api/session')).body
  const invite = async (owner: TestPerson & { readonly accountId: string }, email: string): Promise<string> => {
    const path = `/console/api/accounts/${owner.accountId}/invitations`
    return tokenOf((await owner.ask('POST', path, { email, role: 'owner' })).body.link)
  }
  /** What was the address of a person before addresses were proven, or what an older node writes. */
  const plant = async (person: TestPerson, email: string) =>
    hub.opened.database.system.execute('update users set email = $2 where email = $1', [person.email, email])

  it('leads the one who asked for it, or took it before, to no account by an invitation and the provider', async () => {
    const [asking, planted] = ['asked@victim.example', 'planted@victim.example']
    const evil = await joinNewAccount(hub, { email: 'evil@evil.example' })
    const older = await joinNewAccount(hub, { email: 'older@evil.example' })
    await evil.ask('PATCH', '/console/api/me', { email: asking })
    await plant(older, planted)
    const comeIn = async (email: string, login: string) => {
      provider.know(login, { email, email_verified: true })
      const body = { link: { token: await invite(victims, email), name: 'New Hire' } }
      return goOutside(provider, openBrowser(hub), { path: '/console/api/sign-in/outside', login, body })
    }
    // No person has an address that was only requested: a new person is created.
    expect(await comeIn(asking, 'hire-asked')).toMatchObject({
      status: 200,
      body: { user: { name: 'New Hire', email: asking }, memberships: [{ role: 'owner' }] },
    })
    expect(await comeIn(planted, 'hire-planted')).toMatchObject({ status: 409, body: { error: 'mail_taken' } })
    for (const person of [evil, older]) expect((await userOf(person)).memberships).toHaveLength(1)
  })

  it('is refused if an operator names a person by it, with the person who has it', async () => {
    const command = operatorOf(hub)
    const evil = await joinNewAccount(hub, { email: 'mallory@evil.example', role: 'owner' })
    const boss = 'boss@label.example'
    await evil.ask('PATCH', '/console/api/me', { email: boss })
    for (const what of [['operator', 'add'], ['operator', 'remove'], ['link'], ['disable'], ['enable']])
      expect(await command('people', ...what, boss)).toMatchObject({
        code: 2,
        out: [],
        err: expect.arrayContaining([expect.stringContaining(`No person has the email address ${boss}`)]),
      })
    await plant(evil, boss)
    const { id } = (await userOf(evil)).user
    for (const what of [['operator', 'add'], ['operator', 'remove'], ['link'], ['disable'], ['enable']])
      expect(await command('people', ...what, boss)).toMatchObject({
        code: 2,
        out: [],
        err: expect.arrayContaining([
          expect.stringMatching(
            new RegExp(
              `The email address ${boss} is not confirmed. It was entered by ${id} {2}The owner {2}${boss} {2}owner of acc_\\w+ {2}since 20[\\d-]+. If you mean this person, use the id ${id}.`,
            ),
          ),
        ]),
      })
    expect((await evil.ask('GET', '/console/api/operator/people')).status).toBe(403)
    expect((await command('people', 'list')).out).toContainEqual(
      expect.stringMatching(/^boss@.*address not confirmed.*usr_/),
    )
    expect((await command('people', 'operator', 'add', id)).code).toBe(0)
    expect((await evil.ask('GET', '/console/api/operator/people')).status).toBe(200)
    // The last operator can only be removed by command, and this hub has no other.
    await hub.opened.database.system.execute('update users set is_operator = false where id = $1', [id])
  })

  it('cannot be proven by the owner of an account: an invitation by an owner means nothing to an operator', async () => {
    const command = operatorOf(hub)
    const evil = await joinNewAccount(hub, { email: 'trudy@evil.example', role: 'owner' })
    const chief = 'chief@label.example'
    const second = openBrowser(hub)
    const signUp = { token: await invite(evil, chief), name: 'The chief', password: goodPassword }
    expect((await second.ask('POST', '/console/api/sign-up', signUp)).status).toBe(200)
    expect((await userOf(second)).user).toMatchObject({ email: chief, isEmailProven: true })
    expect((await command('people', 'operator', 'add', chief)).code).toBe(2)
    expect((await command('people', 'link', chief)).code).toBe(2)
    // The operator vouches, for the person by its id.
    const { id } = (await userOf(second)).user
    expect((await command('people', 'address', id, chief)).code).toBe(0)
    expect((await command('people', 'link', chief)).code).toBe(0)
  })

  it('is freed by the operator, who gives its person another one', async () => {
    const command = operatorOf(hub)
    const evil = await joinNewAccount(hub, { email: 'squatter@evil.example' })
    await plant(evil, 'wanted@victim.example')
    const { id } = (await userOf(evil)).user
    expect((await command('people', 'address', id, 'squatter@evil.example')).code).toBe(0)
    const body = { token: await invite(victims, 'wanted@victim.example'), name: 'Wanted', password: goodPassword }
    expect((await openBrowser(hub).ask('POST', '/console/api/sign-up', body)).status).toBe(200)
    const taken = await command('people', 'address', id, 'wanted@victim.example')
    expect([taken.code, taken.err.join(' ')]).toEqual([1, expect.stringContaining('mail address')])
    expect((await command('people', 'address', id, 'not an address')).code).toBe(2)
    expect((await command('people', 'address', 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'a@b.example')).code).toBe(1)
  })

  it('loses its proof with every change that brings none, whichever path writes it', async () => {
    const person = await joinNewAccount(hub, { email: 'proven@trigger.example' })
    expect((await userOf(person)).user.isEmailProven).toBe(true)
    await plant(person, 'PROVEN@trigger.example')
    expect((await userOf(person)).user.isEmailProven).toBe(true)
    await plant({ ...person, email: 'PROVEN@trigger.example' }, 'other@trigger.example')
    expect((await userOf(person)).user.isEmailProven).toBe(false)
  })

  it('is proven again for a person of before by an invitation to it', async () => {
    const person = await joinNewAccount(hub, { email: 'legacy@victim.example' })
    await hub.opened.database.system.execute('update users set email_proven_by = null where email = $1', [person.email])
    const token = await invite(victims, 'legacy@victim.example')
    expect((await person.ask('POST', '/console/api/invitations/accept', { token })).status).toBe(200)
    expect(await hub.hub.people.findByMail(person.email)).toMatchObject({ emailProvenBy: 'invitation' })
  })
})
