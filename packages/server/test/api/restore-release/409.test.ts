import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { createTrashFixture } from '../../harness/trash.ts'

it('names both releases if another one has the externalId meanwhile, and restores once it is free', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const trash = createTrashFixture(hub, fixture)
  const { body: draft } = await fixture.release({ externalId: 'album-7' })
  await trash.remove(draft.id)
  const { body: other } = await fixture.release({ externalId: 'album-7' })
  const refused = await trash.restore(draft.id)
  expect(refused).toMatchObject({
    status: 409,
    body: { error: 'external_id_taken', errors: [{ pointer: '/externalId', code: 'external_id_taken' }] },
  })
  for (const id of [draft.id, other.id]) expect(refused.body.detail).toContain(id)
  expect(await fixture.get(draft.id)).toMatchObject({ status: 404 })
  expect((await trash.list()).body.data).toMatchObject([{ id: draft.id }])
  await fixture.patch(other.id, { externalId: 'album-8' })
  expect(await trash.restore(draft.id)).toMatchObject({ status: 200, body: { externalId: 'album-7' } })
})
