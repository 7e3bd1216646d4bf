import type { SystemFacts } from '@spindle/contract/console'
import type { Config } from '../../../config/config.ts'
import { listMigrations } from '../../../platform/database/schema/applied-migrations.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { findDiskSpace } from '../../../platform/files/disk-space.ts'
import { describeDatabase } from '../../../platform/open-database.ts'
import { hubBuild } from '../../../platform/process/version.ts'
import { countJobs, type HealthFeature } from '../../health/index.ts'
import type { OutletsFeature } from '../../outlets/index.ts'

export interface SystemSources {
  readonly config: Config
  readonly database: Database
  readonly health: Pick<HealthFeature, 'examine'>
  readonly outlets: Pick<OutletsFeature, 'list' | 'adapterOf'>
  readonly startedAt: Date
}

/** How the hub is. Settings that hold secrets are named and never shown: `config.settings` has no value of theirs. */
export async function readSystem(sources: SystemSources): Promise<SystemFacts> {
  const { config, database, health, outlets, startedAt } = sources
  const migrations = await listMigrations(database)
  const { version } = await describeDatabase(database)
  return {
    version: hubBuild,
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
    outlets: outlets.list().map(({ id, name, kind, settings }) => ({
      id,
      name,
      kind,
      ernVersion: outlets.adapterOf(kind)?.ernVersionOf?.({ settings }) ?? null,
    })),
    checks: [...(await health.examine())],
    settings: [...config.settings],
  }
}
