import type { Config } from '../../config/config.ts'
import type { DiskReserve } from '../../platform/blobs/disk-reserve.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { NodesFeature } from '../nodes/index.ts'
import type { Uploads } from '../uploads/index.ts'
import { requireDatabaseRoom } from './checks.ts'
import type { Dependency } from './outages.ts'

export interface DependencySources {
  readonly config: Pick<Config, 'blobs' | 'databaseUrl' | 'dataDir'>
  readonly database: Pick<Database, 'ping'>
  readonly diskReserve: Pick<DiskReserve, 'requireRoom'>
  readonly uploads: Pick<Uploads, 'check'>
  readonly nodes: Pick<NodesFeature, 'checkClock'>
}

/** What a node cannot do its work without. */
export const dependenciesOf = ({
  config,
  database,
  diskReserve,
  uploads,
  nodes,
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
      await uploads.check()
      await diskReserve.requireRoom()
    },
  },
  { name: 'clock', isShared: false, check: () => nodes.checkClock() },
]
