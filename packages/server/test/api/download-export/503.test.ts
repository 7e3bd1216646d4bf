import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openExportAccount } from '../../harness/exports.ts'

it('downloadExport reports that bytes of the archive are missing, and sends none in their place', async () => {
  const { hub, download, ready } = await openExportAccount()
  const { id, size } = await ready()
  const row = await hub.opened.database.system.row<{ head: string }>(
    'select head_key as head from exports where id = $1',
    [id],
  )
  const stored = await readdir(hub.dataDir, { recursive: true, withFileTypes: true })
  const file = stored.find(({ name }) => name === row?.head)
  await truncate(join(file?.parentPath ?? '', file?.name ?? ''), 600)
  const lost = await download(id, { range: 'bytes=1000-1099' })
  expect(lost.status).toBe(503)
  expect(await lost.json()).toMatchObject({ error: 'storage_unavailable' })
  const kept = await download(id, { range: 'bytes=0-99' })
  expect([kept.status, kept.headers.get('content-range')]).toEqual([206, `bytes 0-99/${size}`])
})
