import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { call } from '../../harness/api-client.ts'
import { eventually } from '../../harness/eventually.ts'
import { hubEnvironment } from '../../harness/object-store/hub-in-bucket.ts'
import { startSwift } from '../../harness/object-store/swift.ts'
import { isRoot } from '../../harness/other-users.ts'
import { getShared } from '../../harness/shared/get-shared.ts'
import { knowsPreparedStatements } from '../../harness/shared/launch-pgbouncer.ts'
import { ordinaryUid } from '../../platform/embedded/harness/stand-in-hub.ts'
import { integrationToken } from '../../system/make-target.ts'
import { deployed } from '../compose-file.ts'
import { startDatabase } from './databases.ts'
import { type Machine, openMachine, type Profile, type Started } from './machine.ts'

/**
 * The services of `deploy/compose.yml`, without containers. Commands, settings and files are those of the compose file;
 * images are replaced by Debian's programs, this checkout, the embedded PostgreSQL in the profile `single`, and Swift
 * for Garage.
 */
export interface ComposeServices {
  /** The address of the balancer. */
  readonly url: string
  readonly machine: Machine
  /** For the operator's commands, which run in a container of the hub. */
  readonly environment: Readonly<Record<string, string>>
  readonly dataDir: string
  /** Connects to the service `database`, as its superuser. */
  readonly superuser: pg.ClientConfig
  /** Runs a service that ends, once more, with other settings if they are given. */
  runToEnd(name: string, environment?: Readonly<Record<string, string>>): Promise<Ended>
  close(): Promise<void>
}

export interface Ended {
  readonly code: number | null
  readonly said: string
}

type Settings = Readonly<Record<string, string>>

const hubProgram = fileURLToPath(new URL('../../../bin/hub.mjs', import.meta.url))

export async function startComposeServices(profile: Profile): Promise<ComposeServices> {
  const bucket = hubEnvironment(await startSwift())
  const machine = await openMachine(profile, { SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}` })
  try {
    return await startAll(machine, { profile, bucket })
  } catch (error) {
    await machine.close()
    throw error
  }
}

async function startAll(machine: Machine, { profile, bucket }: { profile: Profile; bucket: Settings }) {
  /** The differences without containers. */
  const hubSettings = (name: string): Settings => ({
    ...machine.environmentOf(name),
    ...bucket,
    ...(knowsPreparedStatements() ? {} : { SPINDLE_PREPARED_STATEMENTS: 'off' }),
    SPINDLE_TRUSTED_PROXIES: '127.0.0.1',
    SPINDLE_HOST: machine.addressOf(name),
    SPINDLE_DATA_DIR: join(machine.folder, name),
  })
  const startHub = (name: string, own: Settings = {}): Started =>
    machine.start(process.execPath, {
      args: [hubProgram, ...(machine.service(name).command ?? [])],
      environment: { ...hubSettings(name), ...own },
    })
  const makeDatabase = (own: Settings = {}): Started => {
    const settings = machine.environmentOf('make-database')
    const host = machine.addressOf(settings.PGHOST ?? '')
    return machine.start(deployed('postgres/make-database'), {
      args: [],
      environment: { ...settings, PGHOST: host, ...own },
    })
  }
  const runToEnd = async (name: string, own?: Settings): Promise<Ended> => {
    const started = name === 'make-database' ? makeDatabase(own) : startHub(name, own)
    const [code] = await once(started.child, 'close')
    return { code, said: started.said() }
  }

  await getShared('hubBundle')
  await startDatabase[profile](machine)
  await startPgBouncer(machine)
  for (const name of ['make-database', 'migrate']) {
    const { code, said } = await runToEnd(name)
    if (code !== 0) throw new Error(`${name} ended with ${code}: ${said}\n${machine.endedBadly() ?? ''}`)
  }
  for (const name of ['api1', 'api2']) startHub(name)
  for (let replica = 1; replica <= (machine.service('worker').deploy?.replicas ?? 1); replica++)
    startHub('worker', {
      SPINDLE_HOST: machine.anotherAddress(),
      SPINDLE_DATA_DIR: join(machine.folder, `worker${replica}`),
    })
  const url = `http://${machine.addressOf('haproxy')}:8000`
  machine.start('haproxy', {
    args: ['-db', '-f', deployed('haproxy/haproxy.cfg')],
    environment: { ...machine.environmentOf('haproxy'), SPINDLE_BIND: new URL(url).host },
  })
  const isUp = async (): Promise<boolean> => {
    const words = machine.endedBadly()
    if (words !== undefined) throw new Error(`a service ended: ${words}`)
    return (await call(url, 'GET', '/readyz').catch(() => undefined))?.status === 200
  }
  await eventually(isUp, { what: 'the balancer to lead to a hub' })
  return {
    url,
    machine,
    environment: hubSettings('api1'),
    dataDir: join(machine.folder, 'api1'),
    superuser: {
      host: machine.addressOf('database'),
      port: 5432,
      user: 'postgres',
      password: machine.variables.POSTGRES_PASSWORD ?? '',
      database: 'postgres',
    },
    runToEnd,
    close: () => machine.close(),
  }
}

async function startPgBouncer(machine: Machine): Promise<void> {
  const users = join(machine.folder, 'users.txt')
  await writeFile(users, machine.compose.configs['pgbouncer-users']?.content ?? '')
  const lines = (await readFile(deployed('pgbouncer/pgbouncer.ini'), 'utf8'))
    .replace('host=database', `host=${machine.addressOf('database')}`)
    .replace('listen_addr = *', `listen_addr = ${machine.addressOf('pgbouncer')}`)
    .replace('/etc/pgbouncer/users.txt', users)
    .split('\n')
    .filter((line) => knowsPreparedStatements() || !line.startsWith('max_prepared_statements'))
  const file = join(machine.folder, 'pgbouncer.ini')
  await writeFile(file, lines.join('\n'))
  // It refuses to run as root.
  const owner = isRoot ? { uid: ordinaryUid, gid: ordinaryUid } : {}
  machine.start('pgbouncer', { args: [file], owner })
}
