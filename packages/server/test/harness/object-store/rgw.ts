import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { atEnd } from '../cleanup.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../hub.ts'
import { isMissing } from '../programs.ts'
import type { BucketAddress } from './bucket-folder.ts'

/**
 * A second real object store for tests: Ceph's RADOS Gateway with the smallest possible cluster, one monitor and one
 * storage daemon that keeps everything in memory, all on the loopback. Parts must have at least `minPartBytes`.
 */

const region = 'us-east-1'
const bucket = 'test-bucket'

/** For `describe.skipIf(isRgwMissing())`. */
export function isRgwMissing(): boolean {
  const missing = (['ceph-mon', 'ceph-osd', 'radosgw'] as const).filter((program) => isMissing(program))
  return missing.length > 0
}

export interface Gateway {
  /** SIGKILL; stored data stays. */
  kill(): Promise<void>
  /** The same again, once it answers. */
  restart(): Promise<void>
}

export interface Rgw extends BucketAddress {
  readonly gateway: Gateway
}

export async function startRgw({ minPartBytes = 5 * 1024 * 1024 } = {}): Promise<Rgw> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-rgw-'))
  const daemons: Daemon[] = []
  atEnd(async () => {
    for (const daemon of daemons) await endDaemon(daemon)
    await rm(folder, { recursive: true, force: true })
  })
  const [monitorPort, port] = [await freePort(), await freePort()]
  const endpoint = `http://127.0.0.1:${port}`
  const credentials = { accessKeyId: 'tester', secretAccessKey: randomBytes(20).toString('hex') }
  try {
    await makeCluster(folder, { monitorPort, port, minPartBytes })
    for (const program of ['ceph-mon', 'ceph-osd', 'radosgw'] as const) daemons.push(startDaemon(folder, program))
    await untilAnswering(endpoint, daemons)
    await run(folder, 'radosgw-admin', [
      ...gateway,
      ...['user', 'create', '--uid=tester', '--display-name=tester'],
      ...[`--access-key=${credentials.accessKeyId}`, `--secret-key=${credentials.secretAccessKey}`],
    ])
    await makeBucket({ endpoint, credentials })
  } catch (error) {
    throw new Error(`Ceph did not start: ${(error as Error).message}\n${await logsOf(folder, daemons)}`, {
      cause: error,
    })
  }
  return {
    ...{ endpoint, bucket, region, credentials },
    gateway: {
      async kill() {
        const started = daemons.pop()
        if (started) await endDaemon(started)
      },
      async restart() {
        daemons.push(startDaemon(folder, 'radosgw'))
        await untilAnswering(endpoint, daemons)
      },
    },
  }
}

interface Cluster {
  readonly monitorPort: number
  /** Of the gateway. */
  readonly port: number
  readonly minPartBytes: number
}

const settings = (folder: string, id: string, { monitorPort, port, minPartBytes }: Cluster): string => `
[global]
fsid = ${id}
mon host = v2:127.0.0.1:${monitorPort}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
# Without keys the gateway reaches the monitor in no other mode.
ms mon client mode = crc
run dir = ${folder}
crash dir = ${folder}
mon data = ${folder}/monitor
osd data = ${folder}/storage
admin socket =
log file =
log to stderr = true
# One daemon has the only copy.
osd pool default size = 1
osd pool default min size = 1
mon allow pool size one = true
osd crush chooseleaf type = 0
osd objectstore = memstore
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
# A pool is made in a tenth of a second and not in two, and a full disk is no reason to end.
paxos propose interval = 0.05
mon data avail crit = 0
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw thread pool size = 64
rgw run sync thread = false
rgw multipart min part size = ${minPartBytes}
# What was deleted leaves the memory soon.
rgw gc obj min wait = 5
rgw gc processor period = 5
`

/** All files that the daemons need at their start; none of them runs yet. */
async function makeCluster(folder: string, cluster: Cluster): Promise<void> {
  const id = randomUUID()
  await writeFile(settingsFile(folder), settings(folder, id, cluster))
  for (const name of ['monitor', 'storage']) await mkdir(join(folder, name))
  const [monitors, storages] = [join(folder, 'monitors'), join(folder, 'storages')]
  const monitor = `[v2:127.0.0.1:${cluster.monitorPort}]`
  await run(folder, 'monmaptool', ['--create', '--fsid', id, '--addv', 'a', monitor, monitors])
  await run(folder, 'osdmaptool', ['--createsimple', '1', '--pg-bits', '1', '--pgp-bits', '1', storages])
  await run(folder, 'ceph-mon', ['--mkfs', ...optionsOf['ceph-mon'], '--monmap', monitors, '--osdmap', storages])
  await run(folder, 'ceph-osd', ['--mkfs', ...optionsOf['ceph-osd'], '--osd-uuid', randomUUID()])
}

const settingsFile = (folder: string): string => join(folder, 'ceph.conf')

/** The file contains the whole state of the monitor; a monitor that does not run yet takes minutes to answer. */
const alone = '--no-mon-config'
const gateway = [alone, '-n', 'client.rgw']
const optionsOf = { 'ceph-mon': [alone, '-i', 'a'], 'ceph-osd': [alone, '-i', '0'], radosgw: gateway } as const

const inOwnFolder = (folder: string) => ({
  cwd: folder,
  // Neither settings of this machine nor those of the user.
  env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, HOME: folder, CEPH_CONF: settingsFile(folder) },
})

const run = (folder: string, program: string, args: readonly string[]): Promise<unknown> =>
  promisify(execFile)(program, args, { ...inOwnFolder(folder), timeout: 120_000 })

interface Daemon {
  readonly program: string
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
}

/** It ends with the process that runs the tests, for any reason. */
function startDaemon(folder: string, program: keyof typeof optionsOf): Daemon {
  const log = openSync(logFile(folder, program), 'w')
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, '-f', ...optionsOf[program]], {
    ...inOwnFolder(folder),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return { program, child, ended: once(child, 'exit') }
}

async function endDaemon({ child, ended }: Daemon): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

const untilAnswering = (endpoint: string, daemons: readonly Daemon[]): Promise<unknown> =>
  eventually(() => whetherAnswering(endpoint, daemons), { what: 'the gateway to answer' })

async function whetherAnswering(endpoint: string, daemons: readonly Daemon[]): Promise<boolean> {
  const dead = daemons.find(({ child }) => child.exitCode !== null || child.signalCode !== null)
  if (dead) throw new Error(`${dead.program} ended with ${dead.child.exitCode ?? dead.child.signalCode}`)
  const answer = await fetch(endpoint).catch(() => undefined)
  return answer?.ok ?? false
}

async function makeBucket(address: Pick<BucketAddress, 'endpoint' | 'credentials'>): Promise<void> {
  const client = new S3Client({ ...address, region, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
}

const logFile = (folder: string, program: string): string => join(folder, `${program}.log`)

/** The last lines of each. */
async function logsOf(folder: string, daemons: readonly Daemon[]): Promise<string> {
  const logs = daemons.map(async ({ program }) => {
    const lines = (await readFile(logFile(folder, program), 'utf8')).trim().split('\n')
    return [`--- ${program}`, ...lines.slice(-15)].join('\n')
  })
  return (await Promise.all(logs)).join('\n')
}
