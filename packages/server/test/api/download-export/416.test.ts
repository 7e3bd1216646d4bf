import { expect, it } from 'vitest'
import { openExportAccount } from '../../harness/exports.ts'

it('downloadExport refuses a range after the last byte, and says how many there are', async () => {
  const { download, ready } = await openExportAccount()
  const { id, size } = await ready()
  const answer = await download(id, { range: `bytes=${size}-` })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  expect(await answer.json()).toMatchObject({
    error: 'range_not_satisfiable',
    detail: `The content has ${size} bytes.`,
  })
})
