import { expect, it } from 'vitest'
import { createReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { createTrashFixture } from '../../harness/trash.ts'

it('erases nothing that is not in the trash of the account', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const trash = createTrashFixture(hub, fixture)
  const owner = await createReleaseFixture(hub, 'Other Records')
  const theirs = createTrashFixture(hub, owner)
  const { body: foreign } = await owner.release()
  await theirs.remove(foreign.id)
  const { body: draft } = await fixture.release()
  for (const id of [foreign.id, draft.id, 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'rel_1'])
    expect(await trash.erase(id)).toMatchObject({ status: 404, body: { error: 'release_not_found' } })
  expect(await theirs.restore(foreign.id)).toMatchObject({ status: 200 })
  expect((await fixture.get(draft.id)).body).toEqual(draft)
})
