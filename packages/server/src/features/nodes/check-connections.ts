import type { Finding } from '../../platform/checks.ts'
import type { Sql } from '../../platform/database/sql.ts'
import { jobConnections } from '../../platform/job-lanes.ts'
import { listNodesIfAny, type NodeRole } from './node-queries.ts'

/** What a process may hold, as its settings say. */
export interface ConnectionSettings {
  /** For requests. */
  readonly pool: number
  /** Whether a pooler is in between, which holds the connections for requests. */
  readonly isPooled: boolean
}

/** Whether the database takes the connections of all nodes at once, each with the settings of this one. */
export async function checkConnections(system: Sql, settings: ConnectionSettings): Promise<Finding> {
  const roles = await listRoles(system)
  const needed = roles.reduce((sum, role) => sum + connectionsOf(role, settings), 0)
  const { offered, reserved } = await readLimits(system)
  const whose = roles.length === 1 ? 'one node uses' : `${roles.length} nodes use`
  return {
    isFine: needed <= offered,
    text: `${whose} up to ${needed} connections, but the database allows ${offered}`,
    fix: `set max_connections of PostgreSQL to ${needed + reserved} or more, lower SPINDLE_DATABASE_POOL (${settings.pool}), or use PgBouncer`,
  }
}

/** Where none runs: that of the one that would. */
async function listRoles(system: Sql): Promise<readonly NodeRole[]> {
  const nodes = await listNodesIfAny(system)
  return nodes.length === 0 ? ['all'] : nodes.map(({ role }) => role)
}

/** One listens for changes; it goes past a pooler, as those for jobs do. */
const connectionsOf = (role: NodeRole, { pool, isPooled }: ConnectionSettings): number =>
  (isPooled ? 0 : pool) + 1 + (role === 'api' ? 0 : jobConnections)

async function readLimits(system: Sql): Promise<{ readonly offered: number; readonly reserved: number }> {
  const row = await system.readRow<{ all: number; reserved: number }>(
    `select sum(setting::int) filter (where name = 'max_connections')::int as all,
            coalesce(sum(setting::int) filter (where name <> 'max_connections'), 0)::int as reserved
     from pg_settings where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
  )
  const { all = 0, reserved = 0 } = row ?? {}
  return { offered: all - reserved, reserved }
}
