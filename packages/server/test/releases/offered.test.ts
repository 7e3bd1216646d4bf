import { expect, it } from 'vitest'
import { listOffered } from '../../src/features/releases/index.ts'
import { sharedReleaseHub } from '../harness/shared-hub.ts'

/** What an erasure of the account waits for. */

it.each([
  ['an update that was refused', 'refused', 0, true],
  ['an attempt that failed for the last time', 'failed', 0, true],
  ['nothing sent yet', 'queued', null, true],
  ['a takedown under way', 'takedown_queued', 0, true],
  ['a takedown that is done', 'taken_down', null, false],
] as const)('an outlet may have a release: %s', async (_, status, offeredRound, expected) => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body } = await fixture.release({ submit: true })
  const { database } = hub.opened
  await database.system.execute(
    'update deliveries set status = $2, offered_round = $3, next_attempt_at = null where release_id = $1',
    [body.id, status, offeredRound],
  )
  const offered = await listOffered(database.tenant(fixture.account.accountId), 100)
  expect(offered.some(({ id }) => id === body.id)).toBe(expected)
})
