import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { createTrashFixture } from '../../harness/trash.ts'

it('refuses a cursor that the hub did not issue', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { status, body } = await createTrashFixture(hub, fixture).list('?cursor=made-up')
  expect([status, body.error]).toEqual([400, 'cursor_invalid'])
})
