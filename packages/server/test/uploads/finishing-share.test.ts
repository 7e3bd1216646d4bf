import { expect, it } from 'vitest'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { temporaryFolder } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { createUploadClient, startUploadHub, testBytes } from '../harness/uploads.ts'

it('ends two files of an account at a time, so that the files of others are not kept waiting', async () => {
  const disk = diskBlobs(await temporaryFolder('spindle-finishing'))
  const gate = Promise.withResolvers<void>()
  let finishing = 0
  let most = 0
  const client = await startUploadHub({
    overrides: {
      blobs: {
        ...disk,
        async openWriter(blob, start) {
          const writer = await disk.openWriter(blob, start)
          return {
            ...writer,
            async finalise() {
              most = Math.max(most, ++finishing)
              await gate.promise
              finishing -= 1
              return writer.finalise()
            },
          }
        },
      },
    },
  })
  const send = async (from: typeof client) => from.patch(await from.begin(10), 0, testBytes(10))
  const many = Array.from({ length: 6 }, () => send(client))
  const other = createUploadClient(client.hub, await (await createTestAccount(client.hub)).key())
  const arrived = async () => {
    const row = await client.hub.opened.database.system.row<{ count: number }>(
      'select count(*)::int as count from uploads where received_bytes = 10',
    )
    return row?.count === 6 || undefined
  }
  await eventually(arrived, { what: 'the bytes of all six' })
  const first = send(other)
  await eventually(() => finishing === 3 || undefined, { what: 'the file of the other account to be ended' })
  gate.resolve()
  const answers = await Promise.all([...many, first])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
  expect(most).toBe(3)
})
