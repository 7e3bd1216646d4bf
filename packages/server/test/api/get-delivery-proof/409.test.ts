import { expect, it } from 'vitest'
import { recordMessage } from '../../harness/recorded-messages.ts'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('proves nothing of a message that has not reached the store', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({ submit: true })
  const { accountId } = fixture.account
  const id = await recordMessage(hub, { accountId, release, xml: '<Message/>', sentAt: null })
  const answer = await hub.json('GET', `${releasesPath}/${release.id}/messages/${id}/proof`, { key: fixture.key })
  expect(answer).toMatchObject({
    status: 409,
    body: {
      error: 'state_conflict',
      detail: 'The message has not reached the store yet, so there is no proof of delivery.',
    },
  })
  expect(answer.body).not.toHaveProperty('payload')
})
