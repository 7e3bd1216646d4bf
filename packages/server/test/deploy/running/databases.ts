import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startBarePostgres } from '../../harness/bare-postgres.ts'
import { giveToPostgres, postgresOwner, postgresPrograms } from '../../harness/debian-postgres.ts'
import { killAll, postgresPids } from '../../harness/processes.ts'
import { deployed } from '../compose-file.ts'
import type { Machine, Profile } from './machine.ts'

/** The service `database` of the compose file, in each profile. */
export const startDatabase: Readonly<Record<Profile, (machine: Machine) => Promise<void>>> = {
  single: startPostgres,
  ha: startPatroni,
}

async function startPostgres(machine: Machine): Promise<void> {
  const dataDir = join(machine.folder, 'postgres')
  const at = { host: machine.addressOf('postgres'), password: machine.variables.POSTGRES_PASSWORD ?? '' }
  machine.onClose(await startBarePostgres(dataDir, at))
}

/** Debian's Patroni, etcd and PostgreSQL, and HAProxy. */
async function startPatroni(machine: Machine): Promise<void> {
  const owner = postgresOwner()
  for (const name of ['etcd1', 'etcd2', 'etcd3']) {
    const dataDir = await folderOf(machine, name)
    machine.start('etcd', { args: [], owner, environment: { ...machine.environmentOf(name), ETCD_DATA_DIR: dataDir } })
  }
  const nodes = ['db1', 'db2', 'db3']
  for (const [index, name] of nodes.entries()) {
    const dataDir = await folderOf(machine, name)
    machine.onClose(async () => killAll(postgresPids(dataDir)))
    const environment = Object.entries({
      ...machine.environmentOf(name),
      PATRONI_POSTGRESQL_DATA_DIR: join(dataDir, 'postgres'),
      PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms(),
      PATRONI_POSTGRESQL_PGPASS: join(dataDir, 'pgpass'),
    })
    machine.start('patroni', {
      args: [deployed('patroni/patroni.yml')],
      owner,
      environment: Object.fromEntries(environment.map(([key, value]) => [key, withPort(value, index)])),
    })
  }
  const leader = Object.entries(machine.environmentOf('leader')).map(([key, value]) => {
    if (key.endsWith('_BIND')) return [key, `${machine.addressOf('leader')}${value}`]
    return [key, withPort(value, Number(key.at(-1)) - 1)]
  })
  machine.start('haproxy', {
    args: ['-db', '-f', deployed('haproxy/database.cfg')],
    environment: Object.fromEntries(leader),
  })
}

async function folderOf(machine: Machine, name: string): Promise<string> {
  const folder = join(machine.folder, name)
  await mkdir(folder, { mode: 0o700 })
  giveToPostgres(folder)
  return folder
}

/** Servers on one machine share the folder of their sockets, which have the port in their names. */
const withPort = (address: string, index: number): string => address.replace(/:5432$/, `:${5441 + index}`)
