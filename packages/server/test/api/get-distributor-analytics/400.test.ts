import { expect, it } from 'vitest'
import { foreignCursors } from '../../harness/foreign-cursors.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/analytics'

it('getDistributorAnalytics refuses cursors of other lists and those that were made up', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  for (const cursor of await foreignCursors({ hub, fixture }))
    expect(await hub.json('GET', `${path}?groupBy=track&cursor=${cursor}`, { key: fixture.key })).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid', errors: [{ pointer: 'cursor' }] },
    })
})
