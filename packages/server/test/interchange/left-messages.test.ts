import { expect, it } from 'vitest'
import { findLeftBefore } from '../../src/features/interchange/messages/message-queries.ts'
import { mayHaveRelease, refusedEveryOffer } from '../../src/features/interchange/messages/what-store-has.ts'
import { recordMessage } from '../harness/recorded-messages.ts'
import { sharedReleaseHub } from '../harness/shared-hub.ts'

it('a store keeps what it took, however often it refuses the takedown', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({ submit: true })
  const { accountId } = fixture.account
  const say = (round: number, purpose: 'offer' | 'takedown', status: string) =>
    recordMessage(hub, { accountId, release, xml: '<xml/>', round, purpose, answer: { status, text: '' } })
  const before = (round: number) =>
    findLeftBefore(hub.opened.database.tenant(accountId), release.deliveries[0].id, round)
  await say(0, 'offer', 'FileOK')
  for (let round = 1; round <= 150; round++) await say(round, 'takedown', 'InternalError')
  const left = await before(151)
  expect([mayHaveRelease(left), refusedEveryOffer(left)]).toEqual([true, false])
  await say(151, 'takedown', 'NoDealInNewReleaseMessage')
  expect(mayHaveRelease(await before(152))).toBe(false)
})
