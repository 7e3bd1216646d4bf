import { expect, it } from 'vitest'
import { createReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { createTrashFixture } from '../../harness/trash.ts'

it('restores nothing that is not in the trash of the account', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const trash = createTrashFixture(hub, fixture)
  const owner = await createReleaseFixture(hub, 'Other Records')
  const theirs = createTrashFixture(hub, owner)
  const { body: foreign } = await owner.release()
  await theirs.remove(foreign.id)
  const { body: draft } = await fixture.release()
  const { body: erased } = await fixture.release()
  await trash.remove(erased.id)
  await trash.erase(erased.id)
  for (const id of [foreign.id, draft.id, erased.id, 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'rel_1'])
    expect(await trash.restore(id)).toMatchObject({ status: 404, body: { error: 'release_not_found' } })
  expect((await theirs.list()).body.data).toMatchObject([{ id: foreign.id }])
  expect((await fixture.get(draft.id)).body).toEqual(draft)
})
