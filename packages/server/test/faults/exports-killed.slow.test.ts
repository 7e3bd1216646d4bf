import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../harness/api-client.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { createAccountByCommand, endHubProcess, type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { type CommandResult, runOperatorCommand } from '../harness/operator.ts'
import { masterWav, storeFile } from '../harness/submittable.ts'
import { folderOfKilledPrograms } from '../harness/temporary-files.ts'

/** An account on its way from one hub to another, while processes are killed: it is never imported by half. */

const program = fileURLToPath(new URL('../../bin/hub.mjs', import.meta.url))
const exportsPath = '/api/v1/distributor/exports'

interface Place {
  readonly dataDir: string
  readonly port: number
  hub: HubProcess
}

async function openPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spindle-killed-'))
  const port = await freePort()
  const place: Place = { dataDir, port, hub: await startHubProcess({ dataDir, port }) }
  atEnd(async () => {
    await endHubProcess(place.hub, dataDir)
    await rm(dataDir, { recursive: true, force: true })
  })
  return place
}

const operate = ({ dataDir }: Place, ...args: string[]): Promise<CommandResult> =>
  runOperatorCommand(args, { SPINDLE_DATA_DIR: dataDir })

/** Runs the command as a separate process; returns a function that kills it. */
function startCommand({ dataDir }: Place, ...args: string[]): () => Promise<void> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: '/',
    stdio: 'ignore',
    env: { PATH: process.env.PATH, TMPDIR: folderOfKilledPrograms(), SPINDLE_BUNDLE: 'off', SPINDLE_DATA_DIR: dataDir },
  })
  const exited = once(child, 'exit')
  return async () => {
    child.kill('SIGKILL')
    expect(await exited).toEqual([null, 'SIGKILL'])
  }
}

/** Names of the stored files, complete and incomplete. */
async function storedIn({ dataDir }: Place): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true })
  return entries.filter(({ name }) => name.startsWith('upl_')).map(({ name }) => name)
}

/** Other work on the releases waits meanwhile. */
async function withReleasesLocked<T>({ dataDir }: Place, work: (isWaitedFor: () => Promise<void>) => Promise<T>) {
  const connection = JSON.parse(await readFile(join(dataDir, 'postgres-connection.json'), 'utf8')) as pg.ClientConfig
  const [holder, watcher] = [new pg.Client(connection), new pg.Client(connection)]
  await Promise.all([holder.connect(), watcher.connect()])
  const isWaitedFor = () =>
    eventually(
      async () => {
        const { rows } = await watcher.query(
          `select 1 from pg_locks where relation = 'releases'::regclass and not granted`,
        )
        return rows.length > 0 || undefined
      },
      { what: 'somebody to wait for the releases' },
    )
  try {
    await holder.query('begin')
    await holder.query('lock table releases in access exclusive mode')
    return await work(async () => void (await isWaitedFor()))
  } finally {
    await Promise.all([holder.end(), watcher.end()])
  }
}

describe('an account, while processes are killed', () => {
  let home: Place
  let accountId: string
  let bearer: string
  const masters = [masterWav(1, 20), masterWav(2, 20), masterWav(3, 20)]
  const ask = (path: string, method = 'GET') => call(home.hub.url, method, path, { bearer })
  const download = (id: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${home.hub.url}${exportsPath}/${id}/archive`, { headers: { authorization: `Bearer ${bearer}`, ...headers } })
  const restart = async (): Promise<void> => {
    await home.hub.kill()
    home.hub = await startHubProcess(home)
  }
  beforeAll(async () => {
    home = await openPlace()
    const client = await createAccountByCommand(home.dataDir, 'Killed Records')
    accountId = client.accountId
    const token = await call(home.hub.url, 'POST', '/oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=${client.clientId}&client_secret=${client.clientSecret}`,
    })
    bearer = token.body.access_token
    const made = await call(home.hub.url, 'POST', '/api/v1/distributor/keys', {
      bearer,
      body: { name: 'main', permissions: ['music:read', 'music:write'] },
    })
    const { key } = made.body
    const [uploadId = ''] = await Promise.all(
      masters.map((master) => storeFile({ url: home.hub.url, key }, 'audio/wav', master)),
    )
    const body = { title: 'Night Drive', type: 'single', tracks: [{ title: 'Night Drive', uploadId }] }
    expect((await call(home.hub.url, 'POST', '/api/v1/music-distributor/releases', { key, body })).status).toBe(201)
  }, 240_000)

  it('is exported whole by a hub that was killed while it made the archive, and while it gave it away', async () => {
    const id = await withReleasesLocked(home, async (isWaitedFor) => {
      const { id } = (await ask(exportsPath, 'POST')).body
      // Jobs of the hub may wait for the releases as well.
      const isHalf = async () =>
        (await ask(`${exportsPath}/${id}`)).body.status === 'running' &&
        (await storedIn(home)).length === masters.length + 1
      await eventually(async () => (await isHalf()) || undefined, { what: 'half an archive' })
      await isWaitedFor()
      expect((await ask(`${exportsPath}/${id}`)).body).toMatchObject({ status: 'running', size: null })
      await home.hub.kill()
      return id
    })
    home.hub = await startHubProcess(home)
    const half = await download(id)
    expect(half.status).toBe(409)
    expect(await half.json()).toMatchObject({ error: 'state_conflict' })
    const ready = async () => (await ask(`${exportsPath}/${id}`)).body.status === 'ready' || undefined
    await eventually(ready, { what: 'the archive' })
    // The part that the killed process wrote is gone.
    expect(await storedIn(home)).toHaveLength(masters.length + 1)

    const first = await download(id)
    const tag = first.headers.get('etag') ?? ''
    const length = Number(first.headers.get('content-length'))
    const reader = first.body?.getReader()
    const pieces: Buffer[] = []
    const countRead = () => pieces.reduce((sum, piece) => sum + piece.length, 0)
    while (countRead() < length / 3) pieces.push(Buffer.from((await reader?.read())?.value ?? []))
    await restart()
    // Bytes that were already sent may still arrive; then the connection ends with an error.
    await expect(
      (async () => {
        for (;;) {
          const next = await reader?.read()
          if (!next || next.done) return
          pieces.push(Buffer.from(next.value))
        }
      })(),
    ).rejects.toThrow()
    expect(countRead()).toBeLessThan(length)
    const rest = await download(id, { range: `bytes=${countRead()}-`, 'if-range': tag })
    expect(rest.status).toBe(206)
    const archive = Buffer.concat([...pieces, Buffer.from(await rest.arrayBuffer())])
    expect(archive.equals(Buffer.from(await (await download(id)).arrayBuffer()))).toBe(true)
    for (const master of masters) expect(archive.includes(master)).toBe(true)
  }, 240_000)

  it('has no archive under its name after the command that wrote it was killed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spindle-archive-'))
    atEnd(() => rm(folder, { recursive: true }))
    const file = join(folder, 'label.tar')
    await withReleasesLocked(home, async () => {
      const kill = startCommand(home, 'accounts', 'export', accountId, '--to', file)
      // A waiter on the releases proves nothing: jobs of the hub also wait.
      await eventually(async () => (await readdir(folder)).length > 0 || undefined, { what: 'half an archive' })
      await kill()
    })
    expect(await readdir(folder)).toEqual(['label.tar.part'])
    expect(await operate(home, 'accounts', 'export', accountId, '--to', file)).toMatchObject({ code: 0, err: [] })
    expect(await readdir(folder)).toEqual(['label.tar'])
    expect(await operate(home, 'accounts', 'verify-export', file)).toMatchObject({
      code: 0,
      out: [expect.stringMatching(/3 uploads .*, complete\.$/)],
    })
  }, 240_000)

  it('is imported whole after an import that was killed among the bytes, and one that was killed while its rows were tried', async () => {
    const there = await openPlace()
    const file = join(there.dataDir, 'all.tar')
    expect(await operate(home, 'accounts', 'export', accountId, '--to', file)).toMatchObject({ code: 0, err: [] })
    const start = () => startCommand(there, 'accounts', 'import', file)
    const isUnknown = async (): Promise<void> => {
      expect((await operate(there, 'accounts', 'list')).out.join('\n')).not.toContain(accountId)
      // Bytes without a row are kept for a day, and are orphans after that.
      expect((await operate(there, 'storage', 'sweep')).out[0]).toMatch(/ 0 without an upload, .* 0 missing\.$/)
    }

    const killAmongBytes = start()
    await eventually(async () => (await storedIn(there)).length > 0 || undefined, {
      what: 'the first bytes',
      intervalMs: 1,
    })
    await killAmongBytes()
    await isUnknown()

    await withReleasesLocked(there, async (isWaitedFor) => {
      const killAmongRows = start()
      await isWaitedFor()
      await killAmongRows()
    })
    await isUnknown()

    expect(await operate(there, 'accounts', 'import', file)).toMatchObject({
      code: 0,
      err: [],
      out: [expect.stringContaining('"Killed Records"'), expect.any(String)],
    })
    expect((await operate(there, 'accounts', 'list')).out.join('\n')).toContain(accountId)
    expect((await storedIn(there)).length).toBe(masters.length)
    expect(await operate(there, 'storage', 'sweep')).toMatchObject({
      code: 0,
      out: ['3 stored, 0 without an upload, 0 moved to quarantine, 0 missing.'],
    })
    expect((await operate(there, 'accounts', 'import', file)).out).toEqual([expect.stringMatching(/: 0 changes\.$/)])
    const copy = join(there.dataDir, 'copy.tar')
    expect(await operate(there, 'accounts', 'export', accountId, '--to', copy)).toMatchObject({ code: 0, err: [] })
    const copied = await readFile(copy)
    for (const master of masters) expect(copied.includes(master)).toBe(true)
  }, 240_000)
})
