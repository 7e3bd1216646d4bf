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

  it('takes no answer where no provider is set up', async () => {
    const browser = openBrowser(await sharedHub())
    expect(await browser.ask('POST', path, { answer: 'code=1&state=sign_in.1' })).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'This hub takes no sign-in by an outside provider. Sign in another way.',
      },
    })
  })

  it('connects nothing with an operator, who does that while signed in', async () => {
    const { hub } = await sharedPeopleHub()
    const operator = await joinNewAccount(hub, { email: 'boss@outside-conflict.example' })
    await hub.opened.database.system.execute(`update users set is_operator = true where email = $1`, [operator.email])
    expect(await join('conflict-boss', operator.email)).toMatchObject(taken)
    expect((await operator.ask('GET', '/console/api/me/identities')).body.data).toEqual([])
  })

  it('connects nothing with a person who was disabled', async () => {
    const { hub } = await sharedPeopleHub()
    const { email } = await joinNewAccount(hub, { email: 'gone@outside-conflict.example' })
    await hub.hub.people.disable(email)
    expect(await join('conflict-gone', email)).toMatchObject(taken)
  })

  it('connects no second identity with a person', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'mia@outside-conflict.example' })
    const id = await connectIdentity(provider, person, 'conflict-first')
    expect(await join('conflict-second', person.email)).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'This person is connected with another identity there. Disconnect that one first.',
      },
      isLinkGood: true,
    })
    expect((await person.ask('GET', '/console/api/me/identities')).body.data).toMatchObject([{ id }])
    expect((await person.ask('GET', '/console/api/session')).body.memberships).toHaveLength(1)
  })
})
