import type { Config } from '../../config/config.ts'
import type { DiskReserve } from '../../platform/blobs/disk-reserve.ts'
import type { Database } from '../../platform/database/sql.ts'
import { requireDatabaseRoom } from '../../platform/files/disk-space.ts'
import type { Siblings } from '../../platform/processes/child-channel.ts'
import type { Dependency } from './outages.ts'

export interface DependencySources {
  readonly config: Pick<Config, 'blobs' | 'databaseUrl' | 'dataDir'>
  readonly database: Pick<Database, 'ping'>
  readonly diskReserve: Pick<DiskReserve, 'requireRoom'>
  /** Rejects while uploads cannot be stored. */
  readonly storedUploads: { check(): Promise<void> }
  /** Rejects while the clock of this machine is too wrong. */
  readonly nodes: { checkClock(): Promise<void> }
  /** The other processes of this start; undefined if there is only this one. */
  readonly siblings: Pick<Siblings, 'missing'> | undefined
}

/** What a node cannot do its work without. */
export const dependenciesOf = ({
  config,
  database,
  diskReserve,
  storedUploads,
  nodes,
  siblings,
}: DependencySources): readonly Dependency[] => [
  {
    name: 'database',
    isShared: true,
    check: async (timeoutMs) => {
      await database.ping(timeoutMs)
      await requireDatabaseRoom(config)
    },
  },
  {
    name: 'uploads',
    isShared: config.blobs.kind !== 'disk',
    check: async () => {
      await storedUploads.check()
      await diskReserve.requireRoom()
    },
  },
  { name: 'clock', isShared: false, check: () => nodes.checkClock() },
  ...(siblings ? [{ name: 'processes' as const, isShared: true, check: () => requireAll(siblings) }] : []),
]

async function requireAll(siblings: Pick<Siblings, 'missing'>): Promise<void> {
  const missing = siblings.missing()
  if (missing > 0) throw new Error(`${missing} processes of this hub have ended and are being replaced`)
}
