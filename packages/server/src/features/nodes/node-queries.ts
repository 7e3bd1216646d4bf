import type { ProcessRole } from '../../http/feature.ts'
import { isUndefinedTable } from '../../platform/database/postgres-errors.ts'
import { expendable, type Sql } from '../../platform/database/sql.ts'

/** An operator's command makes every feature and starts none: it never reports itself. */
export type NodeRole = ProcessRole

/** What a process says of itself. */
export interface NodeReport {
  readonly id: string
  readonly host: string
  readonly process: number
  readonly role: NodeRole
  readonly version: string
  readonly skewMs: number
  readonly storage: string
  readonly secretId: string
  readonly properties: readonly string[]
  readonly settings: Readonly<Record<string, string | null>>
}

export interface Node extends NodeReport {
  readonly startedAt: Date
  readonly seenSecondsAgo: number
}

export const saveNode = (system: Sql, node: NodeReport): Promise<number> =>
  system.execute(
    `insert into nodes (id, host, process, role, version, skew_ms, storage, secret_id, property_ids, settings)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb)
     on conflict (id) do update set seen_at = now(), skew_ms = excluded.skew_ms, property_ids = excluded.property_ids`,
    [
      node.id,
      node.host,
      node.process,
      node.role,
      node.version,
      node.skewMs,
      node.storage,
      node.secretId,
      node.properties,
      JSON.stringify(node.settings),
    ],
    expendable,
  )

export const deleteNode = (system: Sql, id: string): Promise<number> =>
  system.execute('delete from nodes where id = $1', [id], expendable)

/** Processes that ended without a word. */
export const deleteSilentNodes = (system: Sql): Promise<number> =>
  system.execute(`delete from nodes where seen_at < now() - interval '1 day'`, [], expendable)

/** Those that reported in the last minute, the oldest first. */
export const listNodes = (system: Sql): Promise<Node[]> =>
  system.readRows<Node>(
    `select id, host, process, role, version, skew_ms as "skewMs", storage, secret_id as "secretId", property_ids as properties, settings,
            started_at as "startedAt", extract(epoch from now() - seen_at)::float8 as "seenSecondsAgo"
     from nodes where seen_at > now() - interval '1 minute' order by started_at, id`,
  )

/** None in a database that has no tables yet. */
export const listNodesIfAny = (system: Sql): Promise<Node[]> =>
  listNodes(system).catch((error: unknown) => {
    if (isUndefinedTable(error)) return []
    throw error
  })
