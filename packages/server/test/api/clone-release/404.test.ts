import { expect, it } from 'vitest'
import { createReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { createTrashFixture } from '../../harness/trash.ts'

it('copies no release but those of the account, and no draft that was erased', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const trash = createTrashFixture(hub, fixture)
  const owner = await createReleaseFixture(hub, 'Other Records')
  const { body: foreign } = await owner.release()
  const { body: foreignDeleted } = await owner.release()
  await createTrashFixture(hub, owner).remove(foreignDeleted.id)
  const { body: erased } = await fixture.release()
  await trash.remove(erased.id)
  await trash.erase(erased.id)
  for (const id of [foreign.id, foreignDeleted.id, erased.id, 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'rel_1'])
    expect(await fixture.act(id, 'clone')).toMatchObject({ status: 404, body: { error: 'release_not_found' } })
})
