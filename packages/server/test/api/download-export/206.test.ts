import { expect, it } from 'vitest'
import { openExportAccount } from '../../harness/exports.ts'

it('downloadExport answers any part of the archive, and the whole to an old tag', async () => {
  const { download, ready } = await openExportAccount()
  const { id, size } = await ready()
  const whole = await download(id)
  const tag = whole.headers.get('etag') ?? ''
  const archive = Buffer.from(await whole.arrayBuffer())
  for (const [range, start, end] of [
    ['bytes=0-9', 0, 9],
    ['bytes=500-1200', 500, 1_200],
    ['bytes=-1024', size - 1_024, size - 1],
    [`bytes=${size - 1}-`, size - 1, size - 1],
  ] as const) {
    const part = await download(id, { range, 'if-range': tag })
    expect([part.status, part.headers.get('content-range')], range).toEqual([206, `bytes ${start}-${end}/${size}`])
    expect(part.headers.get('content-length'), range).toBe(String(end - start + 1))
    expect(Buffer.from(await part.arrayBuffer()).equals(archive.subarray(start, end + 1)), range).toBe(true)
  }
  const other = await download(id, { range: 'bytes=0-9', 'if-range': '"exp_older"' })
  expect([other.status, other.headers.get('content-length')]).toEqual([200, String(size)])
  await other.arrayBuffer()
})
