import { expect, it } from 'vitest'
import { delivery, filesIn, layBatch, openDropHub } from '../harness/drop-folder.ts'

it.each([
  ['the disk is full', { SPINDLE_DISK_RESERVE_BYTES: String(2 ** 52) }],
  ['the account has used up its room', { SPINDLE_QUOTA_STORED_BYTES: '1000' }],
])('a package waits where it lies while %s', async (_when, environment) => {
  const drop = await openDropHub({ environment })
  const folder = await drop.addDrop('full')
  await layBatch(folder, 'one', [await delivery(18)])
  const before = await filesIn(folder)
  for (let look = 0; look < 3; look++) {
    await drop.look('full')
    await drop.letSettle()
  }
  expect((await drop.packages('full'))[0]?.slice(0, 2)).toEqual(['one', 'arriving'])
  expect(await filesIn(folder)).toEqual(before)
  expect(await drop.imports('full')).toEqual([])
})
