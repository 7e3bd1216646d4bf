import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { atStart, onDisk } from '../harness/disk-blobs.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'

/** The operator's commands about the storage, and the starts that need them. */

const dayMs = 24 * 60 * 60_000

describe('storage', () => {
  let hub: TestHub
  let operator: ReturnType<typeof operatorOf>
  const blobs = () => diskBlobs(join(hub.dataDir, 'uploads'))
  /** Bytes of an age of two days without an upload. */
  const storeOrphan = async (): Promise<string> => {
    const id = hub.hub.http.ids.make('upl')
    const writer = await blobs().openWriter(onDisk(id), atStart)
    await writer.write([Buffer.from('bytes')])
    await writer.finalise()
    const at = new Date(Date.now() - 2 * dayMs)
    await utimes(join(hub.dataDir, 'uploads/complete', id.slice(-2), id), at, at)
    return id
  }
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    operator = operatorOf(hub)
  })

  it('sweep prints what it found, moves only a few files without --confirm, and fails if bytes are missing', async () => {
    expect(await operator('storage', 'sweep')).toEqual({
      code: 0,
      out: ['0 stored, 0 without an upload, 0 moved to quarantine, 0 missing.'],
      err: [],
    })
    await storeOrphan()
    await storeOrphan()
    expect(await operator('storage', 'sweep')).toEqual({
      code: 0,
      out: ['2 stored, 2 without an upload, 0 moved to quarantine, 0 missing.'],
      err: [
        'Many files without an upload can mean that the database is the wrong one. Check it first, then add --confirm.',
      ],
    })
    const confirmed = await operator('storage', 'sweep', '--confirm', '--json')
    expect(JSON.parse(confirmed.out.join('\n'))).toEqual({
      ...{ blobs: 2, orphans: 2, quarantined: 2, missing: 0, multipartUploads: 0 },
    })
    const { accountId } = await createTestAccount(hub)
    await hub.opened.database.system.execute(
      `insert into uploads (account_id, id, kind, size, received_bytes, sha256, status)
       values ($1, $2, 'audio', 5, 5, $3, 'ready')`,
      [accountId, hub.hub.http.ids.make('upl'), Buffer.alloc(32)],
    )
    expect(await operator('storage', 'sweep')).toMatchObject({
      code: 1,
      out: ['0 stored, 0 without an upload, 0 moved to quarantine, 1 missing.'],
    })
  })

  it('adopt asks for --confirm, and then lets a start that was refused go on with 78 before', async () => {
    await storeOrphan()
    const opened = await createTestDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'spindle-adopt-'))
    atEnd(async () => {
      await opened.close()
      await rm(dataDir, { recursive: true })
    })
    // The storage of the hub, and a database that does not belong to it.
    const wrong = operatorOf({ opened, dataDir: hub.dataDir })
    expect(await wrong('serve')).toEqual({
      code: 78,
      out: [],
      err: [
        'The configuration is not valid:',
        '  SPINDLE_BLOBS: the storage for uploads contains files, but this database has no record of them: the database is new, empty or a different one. Fix: connect the database that belongs to this storage, or restore it from its backup; if they do belong together, run: npm run hub -- storage adopt --confirm.',
      ],
    })
    const doctor = await wrong('doctor', '--json')
    expect(JSON.parse(doctor.out.join('\n'))).toContainEqual(
      expect.objectContaining({ name: 'storage for uploads', isFine: false }),
    )
    expect(await wrong('storage', 'adopt')).toEqual({
      code: 2,
      out: [],
      err: [
        'Use this only if the database and the storage belong together. To continue, add --confirm.',
        'Usage: npm run hub -- storage adopt [options]',
      ],
    })
    expect(await wrong('storage', 'adopt', '--confirm')).toMatchObject({
      code: 0,
      out: ['The storage now belongs to this database. Files without an upload are kept for 7 days.'],
    })
    const after = JSON.parse((await wrong('doctor', '--json')).out.join('\n'))
    expect(after).toContainEqual(expect.objectContaining({ name: 'storage for uploads', isFine: true }))
    expect(await wrong('storage', 'sweep')).toMatchObject({
      err: [
        'The database was recently restored or adopted. Files are kept for 7 days, or after a restore until "restore finish". To move them now, add --confirm.',
      ],
    })
  })
})
