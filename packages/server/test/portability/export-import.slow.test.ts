import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../src/features/people/index.ts'
import { portabilityFeature } from '../../src/features/portability/index.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import { createWorld, type Inhabitant, properties } from '../acceptance/tenants/world.ts'
import type { TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import { createRandom, seedFromEnvironment } from '../harness/random.ts'
import { untilLive } from '../harness/submittable.ts'
import { sha256 } from '../harness/uploads.ts'
import { differencesOf, newFolder, newKey, readAccount, startOtherHub, untilAtRest } from './two-hubs.ts'

/**
 * An account that is exported with all its data, and is the same in another hub, where nothing goes live automatically.
 */

const releasesPath = '/api/v1/music-distributor/releases'

describe('an exported account', () => {
  let first: TestHub
  let other: TestHub
  let ada: Inhabitant
  let everybody: readonly Inhabitant[]
  let folder: string
  let accountId: Inhabitant['account']['accountId']
  let operator: ReturnType<typeof operatorOf>
  let there: ReturnType<typeof operatorOf>
  beforeAll(async () => {
    const world = await createWorld(createRandom(seedFromEnvironment()).fork('portability'))
    first = world.hub
    everybody = world.inhabitants
    ada = everybody[0] as Inhabitant
    accountId = ada.account.accountId
    await untilAtRest(first, everybody)
    await first.hub.plays.fold()
    operator = operatorOf(first)
    expect(await operator('accounts', 'move-in', accountId, '--until', '2999-01-01')).toMatchObject({ code: 0 })
    folder = await newFolder()
    expect(await operator('accounts', 'export', accountId, '--to', folder)).toMatchObject({ code: 0, err: [] })
    other = await startOtherHub()
    there = operatorOf(other)
  })

  const filesOf = async (root: string): Promise<string[]> =>
    (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
  const masters = async (): Promise<string[]> => (await filesOf(join(folder, 'files'))).sort()

  it('holds all of it, nothing of another account, and nothing secret', async () => {
    expect(await operator('accounts', 'verify-export', folder)).toMatchObject({
      code: 0,
      out: [expect.stringMatching(/3 uploads .*, complete\.$/)],
    })
    const texts = await Promise.all((await filesOf(join(folder, 'exports'))).map((file) => readFile(file, 'utf8')))
    const all = texts.join('\n')
    expect(all).toContain(ada.canary)
    for (const id of [...ada.things.rel, ...ada.things.trk, ...ada.things.evt, ...ada.things.dlv, ...ada.things.key])
      expect(all).toContain(id)
    const key = sha256(Buffer.from(ada.key))
    for (const secret of [ada.key, key, ada.account.clientSecret, sha256(Buffer.from(ada.account.clientSecret))])
      expect(all).not.toContain(secret)
    expect(all).not.toMatch(/"(secret|digest|secret_sha256|previous_secret|password_phc|receipt)"/)
    for (const { canary, account, things } of everybody.slice(1))
      for (const foreign of [canary, account.accountId, ...things.rel, ...things.upl, ...things.trk])
        expect(all).not.toContain(foreign)
    // A report has none.
    expect(new Set((await masters()).map(extname))).toEqual(new Set(['', '.jpeg', '.wav']))
  })

  it('is the same in another hub, but taken down where it was live; a second import changes nothing', async () => {
    const imported = await there('accounts', 'import', folder)
    expect(imported).toMatchObject({
      code: 0,
      err: [],
      out: [expect.stringContaining('4 releases, 3 uploads'), expect.any(String)],
    })
    const key = await newKey(other, accountId)
    const here = await readAccount(first, ada.key, ada)
    const now = await readAccount(other, key, ada)
    expect(here[`${releasesPath}?query=${ada.canary}`]).toMatchObject({ status: 200, data: { length: 3 } })
    const differences = Object.entries(here).flatMap(([path, answer]) =>
      Object.entries(differencesOf(answer, now[path])).map(([at, [was, is]]) => {
        const member = at.split(' ').filter((part) => !/^(\d+|data|deliveries)$/.test(part))
        return `${member.join(' ')}: ${String(was)} is ${String(is)}`.replace(/20[-\d]+T\S+/, 'a time')
      }),
    )
    expect([...new Set(differences)].sort()).toEqual([
      'deliverySummary live: 2 is 0',
      'deliverySummary live: 3 is 0',
      'liveAt: a time is null',
      // Of the unfinished upload: its client starts again.
      'offset: 1000 is 0',
      'releases status: live is taken_down',
      'status: live is taken_down',
      'supplyChainStatus: ReleaseMadeAvailableToConsumers is ReleaseNotAvailable',
      'tracks status: live is taken_down',
    ])
    for (const id of ada.things.upl.slice(0, 2)) {
      const [a, b] = await Promise.all(
        [first, other].map(async ({ hub }) => {
          const { stream } = await hub.uploads.openForReading(accountId, id)
          return sha256(Buffer.concat(await stream.toArray()))
        }),
      )
      expect(a).toBe(b)
    }
    const again = await there('accounts', 'import', folder)
    expect(again).toMatchObject({ code: 0, err: [], out: [expect.stringMatching(/: 0 changes\.$/)] })
    // The larger limits of a move are a decision of the operator of each hub.
    expect(
      await other.opened.database.system.rows('select move_in_until, move_in_factor from accounts where id = $1', [
        accountId,
      ]),
    ).toEqual([{ move_in_until: null, move_in_factor: null }])
    expect(await readAccount(other, key, ada)).toEqual(now)
  })

  it('is recognised by its original hub, where it stays live', async () => {
    const before = await readAccount(first, ada.key, ada)
    expect(await operator('accounts', 'import', folder)).toMatchObject({
      code: 0,
      err: [],
      out: [expect.stringMatching(/: 0 changes\.$/)],
    })
    expect(await readAccount(first, ada.key, ada)).toEqual(before)
  })

  it('goes live nowhere by that, until the account submits it again', async () => {
    const feed = await other.json('GET', '/api/integration/feed', { bearer: properties['site-a'] })
    expect(feed.body.data).toEqual([])
    const key = await newKey(other, accountId)
    const [id = ''] = ada.things.rel
    const submitted = await other.json('POST', `${releasesPath}/${id}/submit`, { key })
    expect(submitted.status).toBeLessThan(300)
    const live = await untilLive({ url: other.url, key }, id)
    expect(live).toMatchObject({
      upc: ada.things.upc[0],
      tracks: [{ id: ada.things.trk[0], isrc: ada.things.isrc[0] }],
    })
  })

  it('is not brought over something else that is there: each difference is named, nothing is overwritten', async () => {
    const key = await newKey(other, accountId)
    const [, draft = ''] = ada.things.rel
    const path = `${releasesPath}/${draft}`
    const found = await other.json('GET', path, { key })
    const headers = { 'if-match': found.headers.get('etag') ?? '', 'content-type': 'application/merge-patch+json' }
    const edited = await other.json('PATCH', path, { key, headers, body: { title: 'Another title' } })
    expect(edited.status).toBe(200)
    const before = await readAccount(other, key, ada)
    const { code, out, err } = await there('accounts', 'import', folder)
    expect({ code, out }).toEqual({ code: 1, out: [] })
    expect(err).toContainEqual(expect.stringMatching(`^releases ${draft}: .*\\btitle\\b`))
    expect(err.at(-1)).toBe(
      'This hub has different data with the same id. Nothing was imported. Fix: import into another hub, or change this hub to match the export.',
    )
    expect(await readAccount(other, key, ada)).toEqual(before)
  })

  it('does not touch what another account has under the same id', async () => {
    const third = await startOtherHub()
    const { id } = await third.hub.accounts.createAccount('Somebody else')
    await third.opened.database.system.execute(
      `insert into uploads (account_id, id, kind, filename) values ($1, $2, 'audio', 'mine.wav')`,
      [id, ada.things.upl[0] ?? ''],
    )
    expect(await operatorOf(third)('accounts', 'import', folder)).toMatchObject({
      code: 1,
      err: [expect.stringContaining(`The upload ${ada.things.upl[0]} belongs to another account of this hub.`)],
    })
    expect(await third.hub.accounts.isKnown(accountId)).toBe(false)
  })

  it('is exported again with the files that the folder lacks, or has otherwise', async () => {
    const [cover = '', master = ''] = await masters()
    const bytes = await readFile(master)
    await rm(cover)
    await writeFile(master, Buffer.alloc(bytes.length, 7))
    expect(await operator('accounts', 'verify-export', folder)).toMatchObject({
      code: 1,
      out: [expect.stringMatching(/, NOT complete\.$/)],
      err: [expect.stringMatching(/^upload upl_\w+: the /), expect.stringMatching(/^upload upl_\w+: the /)],
    })
    const again = await operator('accounts', 'export', accountId, '--to', folder, '--json')
    expect(JSON.parse(again.out.join('\n'))).toMatchObject({ uploads: 3, copied: 2, missing: [] })
    expect((await readFile(master)).equals(bytes)).toBe(true)
    const third = await operator('accounts', 'export', accountId, '--to', folder, '--json')
    expect(JSON.parse(third.out.join('\n'))).toMatchObject({ uploads: 3, copied: 0 })
    expect((await operator('accounts', 'verify-export', folder)).code).toBe(0)
    expect((await operator('backup', 'create', '--to', folder)).err).toEqual([
      `${folder} already contains exports. Fix: name another folder.`,
    ])
  })

  it('with changed rows is not imported', async () => {
    const [id = ''] = await readdir(join(folder, 'exports'))
    const rows = join(folder, 'exports', id, 'releases.ndjson')
    const text = await readFile(rows, 'utf8')
    await writeFile(rows, text.replace(ada.canary, ada.canary.toUpperCase()))
    expect(await there('accounts', 'import', folder, '--export', id)).toMatchObject({
      code: 1,
      err: [
        expect.stringMatching(
          /^The export \w+-\w+ is damaged: exports.*releases\.ndjson: the content differs from what/,
        ),
      ],
    })
    await writeFile(rows, text)
  })

  it('of a newer version of the hub is not imported', async () => {
    const [id = ''] = await readdir(join(folder, 'exports'))
    const file = join(folder, 'exports', id, 'manifest.json')
    const text = await readFile(file, 'utf8')
    const manifest = JSON.parse(text) as { tables: { name: string; columns: string[] }[] }
    const tables = manifest.tables.map((table) => (table.name === 'tracks' ? { ...table, columns: ['mood'] } : table))
    const importing = () => there('accounts', 'import', folder, '--export', id)
    await writeFile(file, JSON.stringify({ ...manifest, tables }))
    expect((await importing()).err).toEqual([
      `The export ${id} was made by a newer version of the hub: "tracks" has "mood". Fix: import it with that version.`,
    ])
    await writeFile(file, JSON.stringify({ ...manifest, format: 2 }))
    expect((await importing()).err).toEqual([
      `The export ${id} was made by a newer version of the hub. Fix: use that version.`,
    ])
    await writeFile(file, text)
  })

  it('whose import was cut off after the files is imported by the next one', async () => {
    const third = await startOtherHub()
    const { opened, hub } = third
    const interrupted = portabilityFeature({
      opened,
      blobs: diskBlobs(join(third.dataDir, 'uploads')),
      bareBlobs: diskBlobs(join(third.dataDir, 'uploads')),
      uploads: hub.uploads,
      jobs: jobQueue(),
      audit: { ...auditTrail(hub.http), recordForHub: () => Promise.reject(new Error('cut off')) },
      ...hub.http,
    })
    await expect(interrupted.importAccount({ from: folder, onProgress: () => undefined })).rejects.toThrow('cut off')
    expect(await hub.accounts.isKnown(accountId)).toBe(false)
    expect(await operatorOf(third)('accounts', 'import', folder)).toMatchObject({ code: 0, err: [] })
    const { stream } = await hub.uploads.openForReading(accountId, ada.things.upl[0] ?? '')
    const master = (await masters()).find((file) => file.includes(ada.things.upl[0] ?? 'none')) ?? ''
    expect(sha256(Buffer.concat(await stream.toArray()))).toBe(sha256(await readFile(master)))
    const written = await opened.database.system.rows(
      `select data from hub_audit_events where type = 'account.imported'`,
    )
    expect(written).toMatchObject([{ data: { account: accountId, name: `${ada.canary} Records` } }])
  })

  it('is sealed for a public key, and opens for its secret half', async () => {
    const sealed = await newFolder()
    const keyFile = join(await newFolder(), 'key')
    const [recipient = ''] = (await operator('backup', 'key', '--to', keyFile)).out
    expect((await operator('accounts', 'export', accountId, '--to', sealed, '--recipient', recipient)).code).toBe(0)
    const all = await Promise.all((await filesOf(sealed)).map((file) => readFile(file)))
    expect(all.some((bytes) => bytes.includes(ada.canary))).toBe(false)
    expect(await operator('accounts', 'verify-export', sealed)).toMatchObject({
      code: 1,
      err: [expect.stringContaining('are encrypted')],
    })
    const third = operatorOf(await startOtherHub())
    expect(await third('accounts', 'import', sealed, '--key', keyFile)).toMatchObject({ code: 0, err: [] })
  })

  it('that does not exist, and a folder that holds none, are named', async () => {
    const unknown = 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    expect(await operator('accounts', 'export', unknown, '--to', folder)).toMatchObject({
      code: 2,
      err: [`Unknown account ${unknown}: see accounts list`, expect.any(String)],
    })
    const empty = await newFolder()
    for (const command of ['import', 'verify-export'])
      expect((await operator('accounts', command, empty)).err).toEqual([
        `${empty} contains no exports. Fix: name the folder that "accounts export --to" was given.`,
      ])
  })
})
