import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import {
  connectIdentity,
  goOutside,
  inviteToNewAccount,
  joinNewAccount,
  sharedPeopleHub,
} from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/sign-in/outside'

describe('finishOutsideSignIn 409', () => {
  /** By an invitation to one more account. */
  const join = async (login: string, email: string) => {
    const { hub, provider } = await sharedPeopleHub()
    provider.know(login, { email, email_verified: true })
    const { token } = await inviteToNewAccount(hub, { email })
    const body = { link: { token, name: 'Mia Blue' } }
    const answer = await goOutside(provider, openBrowser(hub), { path, login, body })
    const read = await openBrowser(hub).ask('POST', '/console/api/links/read', { token })
    return { ...answer, isLinkGood: read.status === 200 }
  }
  const taken = { status: 409, body: { error: 'mail_taken' }, isLinkGood: true }

  it('accepts no answer if no provider is set up', async () => {
    const browser = openBrowser(await sharedHub())
    expect(await browser.ask('POST', path, { answer: 'code=1&state=sign_in.1' })).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'This hub does not accept sign-in with an external provider. Sign in another way.',
      },
    })
  })

  it.each([
    ['a viewer', 'tom', 'select 1 from users where email = $1'],
    ['an operator', 'boss', 'update users set is_operator = true where email = $1'],
    ['a person who was disabled', 'gone', 'update users set disabled_at = now() where email = $1'],
  ])('connects nothing with %s who has the address of the invitation', async (_who, name, change) => {
    const { hub } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: `${name}@outside-conflict.example` })
    await hub.opened.database.system.execute(change, [person.email])
    expect(await join(`conflict-${name}`, person.email)).toMatchObject(taken)
    const { system } = hub.opened.database
    const identities = `select 1 from outside_identities where user_id = (select id from users where email = $1)`
    expect(await system.rows(identities, [person.email])).toEqual([])
  })

  it('refuses a known person with an invitation to another address', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'mia@outside-conflict.example' })
    await connectIdentity(provider, person, 'conflict-mia')
    provider.know('conflict-mia', { email: person.email, email_verified: true })
    const { token } = await inviteToNewAccount(hub, { email: 'other@outside-conflict.example', role: 'owner' })
    const body = { link: { token, name: 'Mia Blue' } }
    expect(await goOutside(provider, openBrowser(hub), { path, login: 'conflict-mia', body })).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: expect.stringContaining('This invitation is for other@outside-conflict'),
      },
    })
    expect((await person.ask('GET', '/console/api/session')).body.memberships).toHaveLength(1)
  })
})
