import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../src/features/people/index.ts'
import { accountTables, ownerOf } from '../../src/features/portability/account-tables.ts'
import { portabilityFeature } from '../../src/features/portability/index.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import { createWorld, type Inhabitant, properties, readEverything } from '../acceptance/tenants/world.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import { createRandom, seedFromEnvironment } from '../harness/random.ts'
import { newFolder, untilAtRest } from './two-hubs.ts'

/** Erasing an account leaves nothing of it, and keeps everything else. */

const releasesPath = '/api/v1/music-distributor/releases'
const feedPath = '/api/integration/feed'

describe('the list of what becomes of tables', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
  })

  it('names every column of the database with the owner of a row', async () => {
    const found = await hub.opened.database.system.rows<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and c.relname <> 'accounts' and (a.atttypid = 'account_ref'::regtype or a.attname in ('account_id', 'owner_id')) order by 1`,
    )
    expect(found.map(({ name }) => name)).toEqual(
      accountTables.map((table) => `${table.name}.${ownerOf(table)}`).sort(),
    )
    expect(accountTables.filter(({ fate, why }) => (fate === 'left') !== (why !== undefined))).toEqual([])
  })

  it('has parents before their children', async () => {
    const references = await hub.opened.database.system.rows<{ child: string; parent: string }>(
      `select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
    )
    const place = (name: string): number => accountTables.findIndex((table) => table.name === name)
    const known = references.filter(({ child, parent }) => place(child) >= 0 && place(parent) >= 0)
    expect(known.length).toBeGreaterThan(10)
    expect(known.filter(({ child, parent }) => place(child) < place(parent))).toEqual([])
  })
})

describe('an erased account', () => {
  let hub: TestHub
  let ada: Inhabitant
  let others: readonly Inhabitant[]
  let operator: ReturnType<typeof operatorOf>
  let accountId: Inhabitant['account']['accountId']
  let folder: string
  beforeAll(async () => {
    const world = await createWorld(createRandom(seedFromEnvironment()).fork('erasure'))
    hub = world.hub
    ;[ada, ...others] = world.inhabitants as [Inhabitant, ...Inhabitant[]]
    accountId = ada.account.accountId
    operator = operatorOf(hub)
    folder = await newFolder()
    await untilAtRest(hub, world.inhabitants)
    await hub.hub.plays.fold()
    expect((await operator('accounts', 'export', accountId, '--to', folder)).code).toBe(0)
  })

  const rowsOf = async (account: string): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {}
    for (const table of accountTables) {
      const row = await hub.opened.database.system.row<{ count: number }>(
        `select count(*)::int as count from ${table.name} where ${ownerOf(table)} = $1`,
        [account],
      )
      if (row && row.count > 0) counts[table.name] = row.count
    }
    return counts
  }
  const filesOf = async (ids: readonly string[]): Promise<string[]> =>
    (await readdir(`${hub.dataDir}/uploads`, { recursive: true })).filter((name) => ids.some((id) => name.includes(id)))
  // Without webhooks, whose last messages may still be on their way.
  const readAllOf = (each: Inhabitant) => readEverything(hub, { ...each, things: { ...each.things, whk: [] } })
  const nameOf = (): string => `${ada.canary} Records`
  const readFeed = (after = ''): ReturnType<TestHub['json']> =>
    hub.json('GET', `${feedPath}${after === '' ? '' : `?cursor=${encodeURIComponent(after)}`}`, {
      bearer: properties['site-a'],
    })

  it('has to be suspended, taken down and named, and until then loses nothing', async () => {
    const before = await rowsOf(accountId)
    expect(Object.keys(before).length).toBeGreaterThan(20)
    const erase = (...options: string[]) => operator('accounts', 'erase', accountId, ...options)
    expect(await erase('--confirm', nameOf())).toEqual({
      code: 1,
      out: [],
      err: [`The account "${nameOf()}" is in use. Fix: suspend it first: accounts suspend ${accountId}.`],
    })
    const { id: turned } = await hub.hub.accounts.createAccount('Left\u202eRight')
    expect((await operator('accounts', 'erase', turned)).err[0]).toMatch(/^The account "Left\ufffdRight" is in use/)
    await operator('accounts', 'suspend', accountId)
    const [live = '', , alsoLive = ''] = ada.things.rel
    expect((await erase('--confirm', nameOf())).err).toEqual([
      expect.stringMatching(
        `^Outlets still have ".*" \\(${live}\\) and 1 more\\. Fix: take it down first .* ${live} --reason <text>\\.$`,
      ),
    ])
    for (const id of [live, alsoLive])
      expect((await operator('releases', 'takedown', id, '--reason', 'It leaves')).code).toBe(0)
    const rights = await eventually(
      async () => {
        const { err } = await erase()
        return err[0]?.startsWith('This permanently erases') ? err : undefined
      },
      { what: 'both releases to be down' },
    )
    expect(rights).toEqual([
      `This permanently erases "${nameOf()}" and all its data; only an export can restore it. Fix: confirm with its name: accounts erase ${accountId} --confirm "${nameOf()}".`,
    ])
    expect((await erase('--confirm', 'ada')).err).toEqual(rights)
    expect((await operator('accounts', 'erase', 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', '--confirm', 'x')).code).toBe(2)
    expect(await rowsOf(accountId)).toMatchObject({ releases: before.releases, uploads: before.uploads })
  })

  it('is gone from every table and from the storage, and other accounts lost nothing', async () => {
    const cursor = (await readFeed()).body.page.nextCursor
    const before = await Promise.all(others.map(readAllOf))
    const rows = await Promise.all(others.map(({ account }) => rowsOf(account.accountId)))
    expect(await filesOf(ada.things.upl)).not.toEqual([])
    const { code, out, err } = await operator('accounts', 'erase', accountId, '--confirm', nameOf())
    expect({ code, err }).toEqual({ code: 0, err: [] })
    expect(out[0]).toMatch(/^Erased ".* Records": \d+ rows and 4 uploads \(digest [0-9a-f]{64}\)\.$/)
    expect(await rowsOf(accountId)).toEqual({})
    expect(await filesOf(ada.things.upl)).toEqual([])
    expect(await Promise.all(others.map(({ account }) => rowsOf(account.accountId)))).toMatchObject(
      rows.map(
        ({ live_events: _1, idempotency_records: _2, webhook_attempts: _3, account_usage: _4, ...kept }) => kept,
      ),
    )
    expect(await Promise.all(others.map(readAllOf))).toEqual(before)
    const [kept] = await hub.opened.database.system.rows(
      `select actor, data from hub_audit_events where type = 'account.erased'`,
    )
    const digest = /digest ([0-9a-f]{64})/.exec(out[0] ?? '')?.[1]
    expect(kept).toMatchObject({ actor: { type: 'operator' }, data: { account: accountId, name: nameOf(), digest } })
    // The export has the same digest: what was erased can be recognised.
    const verified = await operator('accounts', 'verify-export', folder, '--json')
    expect(JSON.parse(verified.out.join('\n'))).toMatchObject({ digest, problems: [] })
    // A property that missed the last takedown before the rows were deleted gets the present state.
    expect((await readFeed(cursor)).body).toMatchObject({ reset: true })
    expect([401, 403]).toContain((await hub.json('GET', releasesPath, { key: ada.key })).status)
  })

  it('is restored by its export', async () => {
    expect(await operator('accounts', 'import', folder)).toMatchObject({ code: 0, err: [] })
    // One is in the trash.
    expect(await rowsOf(accountId)).toMatchObject({ releases: 4, uploads: 4 })
  })

  it('removes files with a job if they could not be removed immediately', async () => {
    const bela = others[0] as Inhabitant
    const { accountId: id } = bela.account
    await operator('accounts', 'suspend', id)
    for (const release of [bela.things.rel[0] ?? '', bela.things.rel[2] ?? ''])
      await operator('releases', 'takedown', release, '--reason', 'It leaves')
    const { opened, hub: running } = hub
    const blobs = { ...diskBlobs(hub.dataDir), delete: () => Promise.reject(new Error('the storage is away')) }
    const broken = portabilityFeature({
      opened,
      uploads: running.uploads,
      jobs: jobQueue(),
      audit: auditTrail(running.http),
      ...running.http,
      blobs,
      bareBlobs: blobs,
    })
    const erase = () =>
      broken.eraseAccount({ accountId: id, confirm: `${bela.canary} Records`, onProgress: () => undefined })
    await eventually(
      async () => {
        const failure = await erase().then(
          () => 'erased',
          (error: Error) => error.message,
        )
        return failure === 'the storage is away' || undefined
      },
      { what: 'the rows to go' },
    )
    expect(await rowsOf(id)).toEqual({})
    await eventually(async () => (await filesOf(bela.things.upl)).length === 0 || undefined, {
      what: 'the files to follow',
    })
  })
})
