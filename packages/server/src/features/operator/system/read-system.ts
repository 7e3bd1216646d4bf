import type { SystemFacts } from '@spindle/contract/console'
import type { Config } from '../../../config/config.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import { describeDatabase, listMigrations } from '../../../platform/database/open.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { hubVersion } from '../../../platform/version.ts'
import {
  type Check,
  checkBackups,
  checkDatabase,
  checkDiskSpace,
  checkStorage,
  checkTokens,
  checkWalls,
  countJobs,
  examine,
  findDiskSpace,
} from '../../health/index.ts'
import { checkNodes } from '../../nodes/index.ts'
import type { OutletsFeature } from '../../outlets/index.ts'

export interface SystemSources {
  readonly config: Config
  readonly database: Database
  readonly blobs: Blobs
  readonly outlets: Pick<OutletsFeature, 'list'>
  readonly startedAt: Date
}

/** How the hub is. Settings that hold secrets are named and never shown: `config.settings` has no value of theirs. */
export async function readSystem(sources: SystemSources): Promise<SystemFacts> {
  const { config, database, outlets, startedAt } = sources
  const migrations = await listMigrations(database)
  const { version } = await describeDatabase(database)
  return {
    version: hubVersion,
    startedAt: startedAt.toISOString(),
    node: process.version,
    publicUrl: config.publicUrl,
    database: {
      version,
      kind: config.databaseUrl === undefined ? 'embedded' : 'own',
      migrations: migrations.length,
      newestMigration: migrations.at(-1) ?? null,
    },
    disk: (await findDiskSpace(config.dataDir)) ?? null,
    jobs: await countJobs(database.system),
    outlets: outlets.list().map(({ id, name, kind }) => ({ id, name, kind })),
    checks: await Promise.all(checksOf(sources).map(examine)),
    settings: [...config.settings],
  }
}

/** Those of `doctor` that say something about a hub that runs. */
const checksOf = ({ config, database, blobs }: SystemSources): readonly Check[] => [
  { name: 'disk space', run: () => checkDiskSpace(config.dataDir) },
  { name: 'database', run: () => checkDatabase(database) },
  { name: 'nodes', run: () => checkNodes(database.system) },
  { name: 'storage for uploads', run: () => checkStorage({ system: database.system, blobs }, config) },
  { name: 'backups', run: () => checkBackups(database, config) },
  { name: 'walls around the analysis', run: checkWalls },
  { name: 'integration tokens', run: () => checkTokens(config.integrationTokens.length) },
]
