import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { sharedUploadClient } from '../../harness/shared-uploads.ts'
import { testBytes } from '../../harness/uploads.ts'

it('removes an upload and its bytes, finished or not', async () => {
  const { hub, key, begin, patch } = await sharedUploadClient()
  for (const sent of [0, 400, 1000]) {
    const path = await begin(1000)
    if (sent > 0) await patch(path, 0, testBytes(sent))
    expect((await hub.json('DELETE', path, { key })).status).toBe(204)
    expect((await hub.json('GET', path, { key })).body.status).toBe('expired')
    await eventually(
      async () => {
        const names = await readdir(join(hub.dataDir, 'uploads'), { recursive: true }).catch(() => [])
        return names.some((name) => name.includes(path.split('/').at(-1) ?? '-')) ? undefined : true
      },
      { what: 'the file to go' },
    )
  }
})
