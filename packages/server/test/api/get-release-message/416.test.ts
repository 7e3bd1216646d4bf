import { expect, it } from 'vitest'
import { recordMessage } from '../../harness/recorded-messages.ts'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('refuses a range after the end of the message and says where the end is', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({ submit: true })
  const id = await recordMessage(hub, { accountId: fixture.account.accountId, release, xml: '<Message>ab</Message>' })
  const answer = await hub.json('GET', `${releasesPath}/${release.id}/messages/${id}`, {
    key: fixture.key,
    headers: { range: 'bytes=21-' },
  })
  expect(answer).toMatchObject({
    status: 416,
    body: { error: 'range_not_satisfiable', detail: 'The content has 21 bytes.' },
  })
  expect(answer.headers.get('content-range')).toBe('bytes */21')
  expect(answer.headers.get('etag')).toBeNull()
})
