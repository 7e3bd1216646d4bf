import { expect, it } from 'vitest'
import { recordMessage } from '../../harness/recorded-messages.ts'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('answers the requested bytes and their range in the message', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({ submit: true })
  const id = await recordMessage(hub, { accountId: fixture.account.accountId, release, xml: '<Message>ab</Message>' })
  for (const [range, contentRange, text] of [
    ['bytes=0-0', 'bytes 0-0/21', '<'],
    ['bytes=9-10', 'bytes 9-10/21', 'ab'],
    ['bytes=-3', 'bytes 18-20/21', 'ge>'],
    ['bytes=11-99', 'bytes 11-20/21', '</Message>'],
  ] as const) {
    const answer = await hub.request(`${releasesPath}/${release.id}/messages/${id}`, {
      headers: { 'x-api-key': fixture.key, range },
    })
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([206, contentRange, text])
  }
})
