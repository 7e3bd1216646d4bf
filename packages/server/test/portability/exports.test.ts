import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError, permissions } from '@spindle/contract'
import { listTarFiles } from '@spindle/contract/tar'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PortabilityOptions } from '../../src/features/portability/index.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import type { Tenant } from '../../src/platform/database/sql.ts'
import type { AccountId } from '../../src/platform/values/ids.ts'
import { requestToken } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { makeExport, exportsPath as path, unknownExport } from '../harness/exports.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLabel, defaultsPath, labelsPath, setDefaults } from '../harness/labels.ts'
import { operatorOf } from '../harness/operator.ts'
import { createReleaseFixture, type ReleaseFixture } from '../harness/releases.ts'
import { shortMaster, storeFile } from '../harness/submittable.ts'
import { sha256 } from '../harness/uploads.ts'
import { newFolder, newKey, startOtherHub } from './two-hubs.ts'

/** All data of an account, requested by the API: the archive, byte for byte, and how long it is available. */

const uploads = '/api/v1/distributor/uploads'
const dayMs = 24 * 60 * 60_000

describe('an export', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let bearer: string
  let master: Buffer
  let id: string
  let archive: Buffer
  let tag: string
  /** Those that stay; a test removes the one that it adds. */
  const uploadCount = 2
  beforeAll(async () => {
    hub = await startTestHub()
    fixture = await createReleaseFixture(hub)
    bearer = await fixture.account.token()
    master = shortMaster(1)
    const at = { url: hub.url, key: fixture.key }
    const uploadId = await storeFile(at, 'audio/wav', master)
    await storeFile(at, 'audio/wav', shortMaster(2))
    const release = { title: 'Night Drive', type: 'single', tracks: [{ title: 'Night Drive', uploadId }] }
    expect((await fixture.post('/api/v1/music-distributor/releases', release)).status).toBe(201)
    await setDefaults(hub, fixture, { genre: 'jazz' })
    const codes = { isrcPrefix: 'QZABC', upcRange: '0614141' }
    await hub.hub.releases.allowedCodes.allow(fixture.account.accountId, codes)
    await createLabel(fixture, { name: 'Blue Lamp', defaults: { language: 'en' }, ...codes })
    id = await begin()
    const whole = await download()
    expect(whole.status).toBe(200)
    archive = Buffer.from(await whole.arrayBuffer())
    tag = whole.headers.get('etag') ?? ''
  }, 240_000)

  const get = async (exportId = id) => (await hub.json('GET', `${path}/${exportId}`, { bearer })).body
  const begin = async (): Promise<string> => {
    const made = await hub.json('POST', path, { bearer })
    expect(made).toMatchObject({
      status: 202,
      body: { status: 'waiting', progress: 0, size: null, uploads: null, endedAt: null, expiresAt: null },
    })
    expect(made.headers.get('location')).toBe(`${hub.url}${path}/${made.body.id}`)
    await eventually(async () => (await get(made.body.id)).status === 'ready' || undefined, { what: 'the archive' })
    return made.body.id
  }
  const countStored = async (): Promise<number> =>
    (
      await hub.opened.database.system.row<{ bytes: number }>(
        'select sum(stored_bytes)::int as bytes from account_usage where account_id = $1',
        [fixture.account.accountId],
      )
    )?.bytes ?? 0
  const download = (headers: Record<string, string> = {}, exportId = id): Promise<Response> =>
    hub.request(`${path}/${exportId}/archive`, { headers: { authorization: `Bearer ${bearer}`, ...headers } })
  const unpack = async (bytes: Buffer): Promise<string> => {
    const folder = await newFolder()
    for await (const { name, position, bytes: length } of listTarFiles(async (at, size) =>
      bytes.subarray(at, at + size),
    )) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), bytes.subarray(position, position + length))
    }
    return folder
  }

  const expectSums = async (folder: string): Promise<void> => {
    for (const line of (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n'))
      expect(line).toBe(`${sha256(await readFile(join(folder, line.slice(66))))}  ${line.slice(66)}`)
  }

  /** A file younger than a day does not count as an orphan. */
  const sweepLater = async () => {
    const old = new Date(Date.now() - 2 * dayMs)
    for (const entry of await readdir(hub.dataDir, { recursive: true, withFileTypes: true }))
      if (entry.name.startsWith('upl_')) await utimes(join(entry.parentPath, entry.name), old, old)
    return hub.hub.uploads.storage.sweep(false)
  }

  it('is an archive of everything, with the digest of every file', async () => {
    expect(await get()).toMatchObject({ status: 'ready', progress: 100, uploads: 2, missing: 0, size: archive.length })
    const folder = await unpack(archive)
    await expectSums(folder)
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    const sums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n')
    expect(sums).toHaveLength(files.length - 1)
    expect(sums.join('\n')).toContain(sha256(master))
    expect(archive.includes(master)).toBe(true)
    expect(archive.includes(fixture.account.clientSecret)).toBe(false)
    expect(archive.includes(fixture.key)).toBe(false)
    // The same as the operator's export to a folder, and checked by the same command.
    expect(await operatorOf(hub)('accounts', 'verify-export', folder)).toMatchObject({
      code: 0,
      out: [expect.stringMatching(/2 uploads .*, complete\.$/)],
    })
  })

  it('goes into another hub as it is, and a second time changes nothing', async () => {
    const file = join(await newFolder(), 'all.tar')
    await writeFile(file, archive)
    expect(await operatorOf(hub)('accounts', 'verify-export', file)).toMatchObject({
      code: 0,
      out: [expect.stringMatching(/2 uploads .*, complete\.$/)],
    })
    const other = await startOtherHub()
    const there = operatorOf(other)
    // While a backup runs, deletions are postponed: none of these may affect restored bytes.
    const { system } = other.opened.database
    await system.execute(`insert into backup_runs (id) values ('beside')`)
    expect(await there('accounts', 'import', file)).toMatchObject({
      code: 0,
      err: [],
      out: [expect.stringContaining('1 releases, 2 uploads'), expect.any(String)],
    })
    expect(
      await system.rows(
        `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = 'deleteBytesAfterBackup'`,
      ),
    ).toEqual([])
    expect((await there('accounts', 'import', file)).out).toEqual([expect.stringContaining('0 changes')])
    const key = await newKey(other, fixture.account.accountId)
    const { body } = await other.json('GET', `${uploads}?limit=100`, { key })
    expect(body.data.map((one: { sha256: string }) => one.sha256)).toContain(sha256(master))
    expect((await other.json('GET', defaultsPath, { key })).body.defaults).toEqual({ genre: 'jazz' })
    const { body: labels } = await other.json('GET', labelsPath, { key })
    expect(labels.data).toMatchObject([
      { name: 'Blue Lamp', defaults: { language: 'en' }, isrcPrefix: 'QZABC', upcRange: '0614141' },
    ])
    await writeFile(file, archive.subarray(0, archive.length - 2_000))
    expect((await there('accounts', 'import', file)).err.join(' ')).toContain('the archive is incomplete')
  })

  it('is refused where another account has its prefix or a code of its range; free codes leave the pool', async () => {
    const file = join(await newFolder(), 'all.tar')
    await writeFile(file, archive)
    const other = await startOtherHub()
    const there = operatorOf(other)
    const { account } = await createReleaseFixture(other, 'Other')
    const { system } = other.opened.database
    await system.execute(`insert into upc_pool (gtin14, written) values ('00614141000005', '614141000005')`)
    for (const option of [
      ['--isrc-prefix', 'QZABC'],
      ['--upc-range', '061414'],
    ]) {
      await there('accounts', 'codes', 'allow', account.accountId, ...option)
      const refused = await there('accounts', 'import', file)
      expect([refused.code, refused.err.join(' ')]).toEqual([
        1,
        expect.stringContaining('This hub has different data with the same id. Nothing was imported'),
      ])
      await there('accounts', 'codes', 'remove', account.accountId, ...option)
    }
    await system.execute(
      `insert into upc_pool (gtin14, written) values ('00614141000005', '614141000005') on conflict do nothing`,
    )
    expect(await there('accounts', 'import', file)).toMatchObject({ code: 0, err: [] })
    expect(await system.rows(`select written from upc_pool where taken_at is null`)).toEqual([])
  })

  it('is the same when the operator writes it', async () => {
    const operator = operatorOf(hub)
    const { accountId } = fixture.account
    const file = join(await newFolder(), 'label.tar')
    expect(await operator('accounts', 'export', accountId, '--to', file)).toMatchObject({ code: 0, err: [] })
    const folder = await unpack(await readFile(file))
    await expectSums(folder)
    expect(await operator('accounts', 'verify-export', file)).toMatchObject({ code: 0 })
    expect(await operator('accounts', 'export', accountId, '--to', file, '--recipient', 'x')).toMatchObject({
      code: 2,
    })
    expect(await readdir(dirname(file))).toEqual(['label.tar'])
  })

  it('resumes at any byte where it was interrupted', async () => {
    const head = archive.indexOf(master) - 512
    const places = [
      1,
      511,
      512,
      head - 1,
      head,
      head + 7,
      head + 512,
      head + 512 + master.length - 1,
      archive.length - 1,
    ]
    for (const start of places) {
      const rest = await download({ range: `bytes=${start}-`, 'if-range': tag })
      expect([rest.status, rest.headers.get('content-range')]).toEqual([
        206,
        `bytes ${start}-${archive.length - 1}/${archive.length}`,
      ])
      expect(Buffer.from(await rest.arrayBuffer()).equals(archive.subarray(start)), String(start)).toBe(true)
    }
    const inside = await download({ range: `bytes=${head + 100}-${head + 900}` })
    expect(Buffer.from(await inside.arrayBuffer()).equals(archive.subarray(head + 100, head + 901))).toBe(true)
    expect((await download({ range: `bytes=${archive.length}-` })).status).toBe(416)
    expect((await download({ 'if-none-match': tag })).status).toBe(304)
    // A release that changes meanwhile does not change it.
    await fixture.post('/api/v1/music-distributor/releases', { title: 'Later', type: 'single', tracks: [] })
    expect(Buffer.from(await (await download()).arrayBuffer()).equals(archive)).toBe(true)
  })

  it('requires every permission in the account', async () => {
    const narrow = await requestToken(hub, fixture.account, 'keys:write music:read')
    const refused = await hub.json('POST', path, { bearer: narrow })
    expect(refused).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
    const all = await requestToken(hub, fixture.account, ['keys:write', ...permissions].join(' '))
    expect((await hub.json('GET', path, { bearer: all })).status).toBe(200)
    expect((await hub.json('GET', `${path}/${id}`, { key: fixture.key })).body.error).toBe('credentials_missing')
    expect((await hub.json('GET', `${path}/${unknownExport}/archive`, { bearer })).body.error).toBe('export_not_found')
    expect((await hub.json('DELETE', `${path}/${unknownExport}`, { bearer })).body.error).toBe('export_not_found')
  })

  it('keeps its uploads until it ends, and no longer', async () => {
    const at = { url: hub.url, key: fixture.key }
    const uploadId = await storeFile(at, 'audio/wav', shortMaster(3))
    const remove = () => hub.json('DELETE', `${uploads}/${uploadId}`, { key: fixture.key })
    const exportId = await begin()
    expect(await remove()).toMatchObject({ status: 409, body: { error: 'upload_in_use' } })
    expect(await sweepLater()).toMatchObject({ orphans: 0 })
    expect((await hub.json('DELETE', `${path}/${exportId}`, { bearer })).status).toBe(204)
    expect(await get(exportId)).toMatchObject({ error: 'export_not_found' })
    expect((await remove()).status).toBe(204)
    // The first node has not noticed it yet.
    expect(Buffer.from(await (await download()).arrayBuffer()).equals(archive)).toBe(true)
  })

  it('counts against the quota of the account as far as it is in the storage: without the masters, and until it is gone', async () => {
    const before = await countStored()
    const exportId = await begin()
    const { size } = await get(exportId)
    const kept = (await countStored()) - before
    // The end of a tar, and two uploads of these lengths with their headers, are not stored for it.
    const files = (length: number) => 512 + Math.ceil(length / 512) * 512
    expect(kept).toBe(size - 1_024 - uploadCount * files(master.length))
    await hub.json('DELETE', `${path}/${exportId}`, { bearer })
    expect(await countStored()).toBe(before)
  })

  it('is bounded in number, and ends after seven days with its bytes', async () => {
    const more = [await begin(), await begin()]
    expect(await hub.json('POST', path, { bearer })).toMatchObject({
      status: 403,
      body: { error: 'quota_exceeded', quota: 'exports', limit: 3, used: 3 },
    })
    const { body } = await hub.json('GET', `${path}?limit=2&count=true`, { bearer })
    expect([body.data.map((one: { id: string }) => one.id), body.page.total]).toEqual([more.toReversed(), 3])
    const { endedAt, expiresAt } = await get()
    expect(Date.parse(expiresAt) - Date.parse(endedAt)).toBe(7 * dayMs)
    const { system } = hub.opened.database
    await system.execute(`update exports set expires_at = now() - interval '1 minute'`)
    await system.execute(`select graphile_worker.add_job('tendExports', '{}')`)
    await eventually(async () => (await hub.json('GET', path, { bearer })).body.data.length === 0 || undefined, {
      what: 'the exports to end',
    })
    expect((await hub.json('GET', `${path}/${id}/archive`, { bearer })).body.error).toBe('export_not_found')
    // Their beginnings are gone as well, which only the sweep can tell.
    await eventually(async () => (await sweepLater()).blobs === uploadCount || undefined, { what: 'the bytes to go' })
  })

  /** The fifth attempt at an export, by a hub to which something happens. */
  const tryLast = async (changed: Partial<PortabilityOptions>): Promise<string> => {
    const { hub: running, opened } = hub
    const exportId = running.http.ids.make('exp')
    await opened.database.system.execute(
      `insert into exports (account_id, id, attempts, head_key, created_at) values ($1, $2, 4, $3, now())`,
      [fixture.account.accountId, exportId, running.http.ids.make('upl')],
    )
    await makeExport(hub, { accountId: fixture.account.accountId, exportId }, changed)
    return exportId
  }
  const end = (exportId: string) => hub.json('DELETE', `${path}/${exportId}`, { bearer })

  it('stays ready when the answer to the last commit was lost', async () => {
    const { opened } = hub
    const tenant = (accountId: AccountId): Tenant => {
      const whole = opened.database.tenant(accountId)
      return {
        ...whole,
        async execute(text, values) {
          const done = await whole.execute(text, values)
          if (text.includes(`set status = 'ready'`)) throw new Error('the answer was lost')
          return done
        },
      }
    }
    const exportId = await tryLast({ opened: { ...opened, database: { ...opened.database, tenant } } })
    expect(await get(exportId)).toMatchObject({ status: 'ready', uploads: uploadCount })
    const whole = await download({}, exportId)
    expect(whole.status).toBe(200)
    expect((await whole.arrayBuffer()).byteLength).toBe((await get(exportId)).size)
    await end(exportId)
  })

  it('is not ended by an attempt that a later one has overtaken', async () => {
    const { system } = hub.opened.database
    const blobs = diskBlobs(join(hub.dataDir, 'uploads'))
    const later = hub.hub.http.ids.make('upl')
    const exportId = await tryLast({
      blobs: {
        ...blobs,
        async openWriter() {
          await system.execute(`update exports set attempts = 6, head_key = $1 where attempts = 5`, [later])
          throw new Error('the storage is away')
        },
      },
    })
    expect(await get(exportId)).toMatchObject({ status: 'running', endedAt: null })
    await end(exportId)
  })

  it('leaves the room on the disk that others need', async () => {
    const requireRoom = async (): Promise<void> => {
      throw new AppError('storage_full')
    }
    const exportId = await tryLast({ diskReserve: { requireRoom } })
    expect(await get(exportId)).toMatchObject({ status: 'failed', size: null })
    await end(exportId)
  })
})
