import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { openBrowser, signInLinkFor, tokenOf } from '../../harness/people.ts'
import { inviteToNewAccount, joinNewAccount } from '../../harness/people-hub.ts'

describe('readLink 410', () => {
  let hub: TestHub
  let nowMs = Date.now()
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs } } })
  })
  const read = (token: string) => openBrowser(hub).ask('POST', '/console/api/links/read', { token })
  const invalid = { status: 410, body: { error: 'link_invalid' } }

  it.each(['short', 'a'.repeat(43), `${'a'.repeat(42)}#`])('refuses a token that was made up: %j', async (token) => {
    expect(await read(token)).toMatchObject(invalid)
  })

  it('refuses a setup link and a sign-in link after 30 minutes, and an invitation after 7 days', async () => {
    const { email } = await joinNewAccount(hub, { email: 'mia@label.example' })
    const links = [await hub.hub.links.makeSetupLink(), await signInLinkFor(hub, email)]
    nowMs += 30 * 60_000 - 1
    for (const link of links) expect((await read(tokenOf(link))).status).toBe(200)
    nowMs += 1
    for (const link of links) expect(await read(tokenOf(link))).toMatchObject(invalid)
    const { token } = await inviteToNewAccount(hub, { email: 'late@label.example' })
    nowMs += 7 * 24 * 60 * 60_000 - 1
    expect((await read(token)).status).toBe(200)
    nowMs += 1
    expect(await read(token)).toMatchObject(invalid)
  })

  it('refuses a link that was used', async () => {
    const token = tokenOf(await signInLinkFor(hub, 'mia@label.example'))
    await openBrowser(hub).ask('POST', '/console/api/sign-in/link', { token })
    expect(await read(token)).toMatchObject(invalid)
  })
})
