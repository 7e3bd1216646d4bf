import { describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { openBrowser, signInLinkFor, tokenOf } from '../../harness/people.ts'
import { inviteToNewAccount, joinNewAccount } from '../../harness/people-hub.ts'

describe('readLink 200', () => {
  const nowMs = Date.parse('2026-03-01T12:00:00.000Z')
  const open = (): Promise<TestHub> => startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs } } })
  const read = (hub: TestHub, token: string) => openBrowser(hub).ask('POST', '/console/api/links/read', { token })

  it('shows the purpose of a setup link, an invitation and a sign-in link, and their expiry', async () => {
    const hub = await open()
    const setup = await read(hub, tokenOf(await hub.hub.links.makeSetupLink()))
    expect(setup.status).toBe(200)
    expect(setup.body).toEqual({
      kind: 'setup',
      expiresAt: '2026-03-01T12:30:00.000Z',
      email: null,
      accountName: null,
      role: null,
    })
    const invited = { email: 'Tom@Label.example', role: 'manager', accountName: 'Second Label' } as const
    const { token } = await inviteToNewAccount(hub, invited)
    expect((await read(hub, token)).body).toEqual({
      kind: 'invitation',
      expiresAt: '2026-03-08T12:00:00.000Z',
      email: 'Tom@Label.example',
      accountName: 'Second Label',
      role: 'manager',
    })
    await joinNewAccount(hub, { email: 'mia@label.example' })
    const signIn = tokenOf(await signInLinkFor(hub, 'mia@label.example'))
    expect((await read(hub, signIn)).body).toEqual({
      kind: 'sign_in',
      expiresAt: '2026-03-01T12:30:00.000Z',
      email: 'mia@label.example',
      accountName: null,
      role: null,
    })
  })

  it('names the account that a setup link makes the operator own, and uses nothing up', async () => {
    const hub = await open()
    const { id } = await hub.hub.accounts.createAccount('Night Label')
    const token = tokenOf(await hub.hub.links.makeSetupLink(id))
    const first = await read(hub, token)
    expect(first.body).toMatchObject({ kind: 'setup', accountName: 'Night Label', role: 'owner' })
    expect((await read(hub, token)).body).toEqual(first.body)
  })
})
