import { spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPackage } from '../../../src/platform/database/embedded/binaries.ts'
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/index.ts'
import { silentLog } from '../../../src/platform/logging/log.ts'
import { canRunAsOrdinaryUser, isRoot } from '../../harness/other-users.ts'
import {
  ask,
  connectionOf,
  type Hub,
  type HubOptions,
  makeTemporaryDirectory,
  ordinaryUid,
  spawnHub,
} from './harness/stand-in-hub.ts'

const log = silentLog
let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>
let hubs: Hub[]

beforeEach(async () => {
  directory = await makeTemporaryDirectory()
  hubs = []
})

afterEach(async () => {
  for (const hub of hubs) await hub.kill('SIGTERM')
  await directory.remove()
})

function hub(options: HubOptions): Hub {
  const spawned = spawnHub(options)
  hubs.push(spawned)
  return spawned
}

async function makeDirectory(name: string, { mode, uid }: { mode: number; uid?: number }): Promise<string> {
  const path = join(directory.path, name)
  await mkdir(path)
  await chmod(path, mode)
  if (uid !== undefined) await chown(path, uid, uid)
  return path
}

describe.runIf(isRoot)('a hub of root', () => {
  it('keeps the database inside a data directory below a closed home, and opens nothing', async () => {
    const home = await makeDirectory('home', { mode: 0o700 })
    const dataDir = join(home, 'data')
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    try {
      await ask(postgres.connection, 'CREATE TABLE t AS SELECT 1 AS id')
      const cluster = await stat(join(dataDir, 'postgres'))
      expect({ uid: cluster.uid === 0, mode: cluster.mode & 0o777 }).toEqual({ uid: false, mode: 0o700 })
      for (const path of [home, dataDir]) expect((await stat(path)).mode & 0o777).toBe(0o700)
    } finally {
      await postgres.stop()
    }
  })

  it('copies the programs out of a checkout that is closed to others, once, also when two start together', async () => {
    const checkout = await makeDirectory('checkout', { mode: 0o700 })
    const packageDir = join(checkout, 'linux-x64')
    await cp(findPackage(), packageDir, { recursive: true })
    const copyParent = join(directory.path, 'programs')
    const source = [packageDir, copyParent] as const
    const both = ['one', 'two'].map((name) => hub({ dataDir: join(checkout, name), source }))
    for (const running of both) {
      expect(await ask(connectionOf(await running.waitFor('ready')), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    }
    expect(await readdir(copyParent)).toEqual([expect.stringMatching(/^postgres-linux-x64-18\./)])
    expect((await stat(copyParent)).mode & 0o777).toBe(0o755)
  })

  it('refuses to run a copy from a directory that others can write', async () => {
    const checkout = await makeDirectory('checkout', { mode: 0o700 })
    const packageDir = join(checkout, 'linux-x64')
    await cp(findPackage(), packageDir, { recursive: true })
    const copyParent = await makeDirectory('programs', { mode: 0o777 })
    await expect(
      startEmbeddedPostgres({ dataDir: join(directory.path, 'data'), log, binarySource: { packageDir, copyParent } }),
    ).rejects.toMatchObject({
      code: 'postgres_missing',
      message: expect.stringContaining('other users can write to it'),
    })
  })

  it.runIf(canRunAsOrdinaryUser)('runs the database of an ordinary user as that user', async () => {
    const dataDir = await makeDirectory('data', { mode: 0o700, uid: ordinaryUid })
    const first = hub({ dataDir, uid: ordinaryUid })
    await ask(connectionOf(await first.waitFor('ready')), 'CREATE TABLE kept AS SELECT 1 AS id')
    await first.kill('SIGTERM')
    hubs = []
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    expect(await ask(postgres.connection, 'SELECT id FROM kept')).toEqual([{ id: 1 }])
    await postgres.stop()
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(ordinaryUid)
  })

  it('reports a full disk', async () => {
    const dataDir = await makeDirectory('small', { mode: 0o700 })
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'none', dataDir]).status !== 0) return
    try {
      await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
        code: 'data_directory_full',
        message: `No space left on the disk of the data directory ${dataDir}`,
      })
      expect(await readdir(dataDir)).not.toContain('postgres')
    } finally {
      spawnSync('umount', [dataDir])
    }
  })
})

describe.runIf(canRunAsOrdinaryUser)('a hub of an ordinary user', () => {
  const uid = isRoot ? ordinaryUid : undefined
  const user = uid === undefined ? {} : { uid }

  it('gets an error when the data directory cannot be written', async () => {
    const dataDir = await makeDirectory('readonly', { mode: 0o555, ...user })
    const refused = hub({ dataDir, ...user })
    expect(await refused.waitFor('failed')).toMatchObject({
      code: 'data_directory_not_writable',
      message: expect.stringMatching(
        /^The data directory .*readonly cannot be written by the user with uid \d+ \(EACCES\)$/,
      ),
    })
  })

  it('copies the programs into its data directory when the package lacks its links and is not its own', async () => {
    const packageDir = join(directory.path, 'linux-x64')
    await cp(findPackage(), packageDir, {
      recursive: true,
      filter: (path) => !/\.so(\.\d+)?$/.test(path) || !/libicu/.test(path),
    })
    const closed = [join(packageDir, 'native', 'lib'), packageDir]
    for (const path of closed) await chmod(path, 0o555)
    const dataDir = await makeDirectory('data', { mode: 0o700, ...user })
    const running = hub({ dataDir, ...user, source: [packageDir, join(dataDir, 'programs')] })
    await running.waitFor('ready')
    expect(await readdir(join(dataDir, 'programs'))).toHaveLength(1)
    expect(await readdir(join(packageDir, 'native', 'lib'))).not.toContain('libicuuc.so.60')
    for (const path of closed) await chmod(path, 0o755)
  })

  it.runIf(isRoot)('gets an error when the database belongs to another user', async () => {
    const dataDir = await makeDirectory('data', { mode: 0o777 })
    await (await startEmbeddedPostgres({ dataDir, log })).stop()
    await chown(join(dataDir, 'postgres.lock'), 1, 1)
    await chmod(join(dataDir, 'postgres.lock'), 0o666)
    await chown(join(dataDir, 'postgres'), 1, 1)
    const refused = hub({ dataDir, uid: ordinaryUid })
    expect(await refused.waitFor('failed')).toMatchObject({
      code: 'data_directory_other_user',
      message: `The database in ${dataDir}/postgres belongs to the user with uid 1, but this process runs with uid 65534`,
    })
  })
})

it.runIf(isRoot)(
  'a hub that runs as root names the command for a database that was copied without its owner',
  async () => {
    const dataDir = await makeDirectory('data', { mode: 0o700 })
    await (await startEmbeddedPostgres({ dataDir, log })).stop()
    const { uid, gid } = await stat(join(dataDir, 'postgres'))
    const copied = await makeDirectory('copied', { mode: 0o700 })
    await cp(dataDir, copied, { recursive: true })
    const place = join(copied, 'postgres')
    await expect(startEmbeddedPostgres({ dataDir: copied, log })).rejects.toMatchObject({
      code: 'data_directory_other_user',
      message: `The database in ${place} belongs to root, and PostgreSQL does not run as root`,
      fix: expect.stringContaining(`chown -R ${uid}:${gid} ${place}`),
    })
    expect(spawnSync('chown', ['-R', `${uid}:${gid}`, place]).status).toBe(0)
    await (await startEmbeddedPostgres({ dataDir: copied, log })).stop()
  },
)

describe('a platform without a package', () => {
  it('gets a hint at DATABASE_URL', () => {
    expect(() => findPackage('plan9-mips')).toThrowError(
      expect.objectContaining({ code: 'postgres_missing', fix: expect.stringContaining('DATABASE_URL') }),
    )
  })
})
