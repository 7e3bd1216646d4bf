import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { goodPassword, openBrowser, tokenOf } from '../../harness/people.ts'
import { inviteToNewAccount, joinNewAccount } from '../../harness/people-hub.ts'

describe('setUpHub 410', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
  })
  const setUp = (token: string, email = 'mia@hub.example') =>
    openBrowser(hub).ask('POST', '/console/api/setup', { token, name: 'Mia Blue', email, password: goodPassword })
  const invalid = { status: 410, body: { error: 'link_invalid' } }

  it.each(['short', 'a'.repeat(43), `${'a'.repeat(42)}#`])('refuses a token that was made up: %j', async (token) => {
    expect(await setUp(token)).toMatchObject(invalid)
  })

  it('refuses the secret of an invitation, which makes no operator', async () => {
    const { token } = await inviteToNewAccount(hub, { email: 'tom@label.example', role: 'owner' })
    expect(await setUp(token)).toMatchObject(invalid)
  })

  it('refuses a link that a newer one replaced, and one that was used', async () => {
    const replaced = tokenOf(await hub.hub.links.makeSetupLink())
    await hub.opened.database.system.execute(
      `update user_links set created_at = created_at - interval '1 minute' where kind = 'setup'`,
    )
    const token = tokenOf(await hub.hub.links.makeSetupLink())
    expect(await setUp(replaced)).toMatchObject(invalid)
    expect((await openBrowser(hub).ask('GET', '/console/api/hub')).body.needsSetup).toBe(true)
    expect((await setUp(token)).status).toBe(200)
    expect(await setUp(token, 'second@hub.example')).toMatchObject(invalid)
  })

  it('refuses a good link once a person runs the hub, who came another way', async () => {
    const other = await startTestHub({ role: 'api' })
    const token = tokenOf(await other.hub.links.makeSetupLink())
    const { email } = await joinNewAccount(other, { email: 'boss@label.example' })
    await other.opened.database.system.execute('update users set is_operator = true where email = $1', [email])
    const body = { token, name: 'Mia Blue', email: 'mia@hub.example', password: goodPassword }
    expect(await openBrowser(other).ask('POST', '/console/api/setup', body)).toMatchObject(invalid)
  })
})
