import { expect, it } from 'vitest'
import { foreignCursors } from '../../harness/foreign-cursors.ts'
import { createReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/activity'

it('listActivity refuses cursors of other lists, of another account, and those that were made up', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const other = await createReleaseFixture(hub, 'Other Records')
  for (let count = 0; count < 2; count++) await other.release()
  const { body } = await hub.json('GET', `${path}?limit=1`, { key: other.key })
  for (const cursor of [...(await foreignCursors({ hub, fixture })), body.page.nextCursor])
    expect(await hub.json('GET', `${path}?limit=1&cursor=${cursor}`, { key: fixture.key })).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid', errors: [{ pointer: 'cursor' }] },
    })
})
