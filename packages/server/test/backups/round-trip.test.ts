import { beforeAll, describe, expect, it } from 'vitest'
import { sha256, testBytes, uploadsPath } from '../harness/uploads.ts'
import { openEmptyPlace, startOn } from './restored-hub.ts'
import { openStoredUploads, type StoredUploads } from './stored-uploads.ts'

describe('a backup that is restored', () => {
  const masters = [testBytes(70_000), testBytes(30_000), testBytes(1)]
  let hub: StoredUploads['hub']
  let account: StoredUploads['account']
  let key: string
  let ids: string[]
  let backUp: StoredUploads['backUp']
  beforeAll(async () => {
    ;({ hub, account, key, ids, backUp } = await openStoredUploads(masters))
  })

  it('is a hub again in another place: rows, bytes, keys, jobs, the offsets of unfinished uploads at 0', async () => {
    const created = await hub.request(uploadsPath, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `kind ${btoa('audio')}`,
      },
    })
    const { pathname: partial } = new URL(created.headers.get('location') ?? '')
    const sent = await hub.request(partial, {
      method: 'PATCH',
      headers: {
        'x-api-key': key,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: 'half',
    })
    expect(sent.headers.get('upload-offset')).toBe('4')
    // As in another storage; the one for the restore has different receipts.
    await hub.opened.database.system.execute('update uploads set receipt = $1 where id = $2', [
      JSON.stringify({ name: 'a "quoted" one\n'.repeat(20) }),
      ids[0] ?? '',
    ])
    const from = await backUp()
    const place = await openEmptyPlace()
    expect(await place.restore(from)).toMatchObject({ code: 0, err: [] })
    expect(await place.opened.database.system.rows('select id from uploads where receipt is not null')).toEqual([])
    const restored = await startOn(place)
    for (const [index, id] of ids.entries()) {
      const upload = await restored.json('GET', `${uploadsPath}/${id}`, { key })
      const bytes = masters[index] ?? Buffer.alloc(0)
      expect(upload.body).toMatchObject({ status: 'received', sha256: sha256(bytes), size: bytes.length })
      const { stream } = await restored.hub.uploads.openForReading(account.accountId, id)
      expect(sha256(Buffer.concat(await stream.toArray()))).toBe(sha256(bytes))
    }
    const head = await restored.request(partial, {
      method: 'HEAD',
      headers: { 'x-api-key': key, 'tus-resumable': '1.0.0' },
    })
    expect(head.headers.get('upload-offset')).toBe('0')
    const jobs = await place.opened.database.system.rows<{ id: string }>(
      `select payload ->> 'id' as id from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'analyseUpload'`,
    )
    expect(jobs.map(({ id }) => id).sort()).toEqual([...ids].sort())
  })
})
