import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { askForUnreachableUploads } from '../../harness/unreachable-uploads.ts'

it('shows only uploads of the account, and has one answer for all others', async () => {
  const answers = await askForUnreachableUploads(await sharedReleaseHub(), { method: 'GET' })
  expect(answers.unknown).toMatchObject({ status: 404, body: { error: 'upload_not_found' } })
  expect(answers.others).toHaveLength(6)
  for (const other of answers.others) expect(other).toEqual(answers.unknown)
})
