import { expect, it } from 'vitest'
import { startFakeIssuer } from '../../harness/fake-issuer.ts'
import { recordMessage } from '../../harness/recorded-messages.ts'
import { openReleaseHub, releasesPath } from '../../harness/releases.ts'

it('signs nothing on a hub that publishes no keys, because its tokens come from an outside issuer', async () => {
  const issuer = await startFakeIssuer([])
  const { hub, fixture } = await openReleaseHub({ environment: { SPINDLE_AUTH_ISSUER: issuer.url } })
  const { body: release } = await fixture.release({ submit: true })
  const id = await recordMessage(hub, { accountId: fixture.account.accountId, release, xml: '<Message/>' })
  expect(
    await hub.json('GET', `${releasesPath}/${release.id}/messages/${id}/proof`, { key: fixture.key }),
  ).toMatchObject({
    status: 501,
    body: {
      error: 'not_implemented',
      detail: 'Tokens come from an external issuer, so this hub publishes no keys.',
    },
  })
})
