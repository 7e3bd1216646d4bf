import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { createTrashFixture } from '../../harness/trash.ts'

it('moves the draft to the trash: its externalId is free, its uploads are kept', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body } = await fixture.release({ externalId: 'free-again' })
  const answer = await createTrashFixture(hub, fixture).remove(body.id)
  expect(answer).toMatchObject({ status: 204, body: '' })
  expect(await fixture.get(body.id)).toMatchObject({ status: 404 })
  const uses = await hub.opened.database.system.rows<{ id: string }>(
    'select upload_id as id from upload_references where account_id = $1 and release_id = $2',
    [fixture.account.accountId, body.id],
  )
  expect(uses).toHaveLength(2)
  expect(uses.map(({ id }) => id)).toEqual(expect.arrayContaining([body.coverUploadId, body.tracks[0].uploadId]))
  expect(await fixture.release({ externalId: 'free-again' })).toMatchObject({ status: 201 })
})
