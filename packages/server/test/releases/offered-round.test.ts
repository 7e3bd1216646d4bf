import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../harness/shared-hub.ts'

it('records an offer and a takedown of a node that does not have the column', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body } = await fixture.release({ submit: true })
  const { system } = hub.opened.database
  const set = async (status: string) =>
    (
      await system.row<{ round: number | null }>(
        'update deliveries set status = $2 where release_id = $1 returning offered_round as round',
        [body.id, status],
      )
    )?.round
  expect([await set('sending'), await set('takedown_queued'), await set('taken_down')]).toEqual([0, 0, null])
})
