import type { Step } from './schema-steps.ts'

/** Whether a version of the hub may run on a schema, by the steps that both have. */

/** The schema has steps that this version does not have and that do not allow it to run. */
export class SchemaTooNewError extends Error {
  readonly fix = 'start the newer version of the hub, or restore a backup made before it ran'
  constructor(unknown: readonly string[]) {
    super(`The database was migrated by a newer version of the hub (unknown migrations: ${unknown.join(', ')})`)
    this.name = 'SchemaTooNewError'
  }
}

/** A migration was edited after it had been applied. */
export class MigrationChangedError extends Error {
  readonly fix = 'restore the original file; never edit a migration that has run, add a new one instead'
  constructor(name: string) {
    super(`The migration ${name} differs from the one that was applied`)
    this.name = 'MigrationChangedError'
  }
}

/** A row of `spindle_migrations`; older ones have no `compatible_from`. */
export interface AppliedStep {
  readonly checksum: string
  readonly compatible_from?: string | null
}

/** Returns the steps of a newer version that allow this one to run. Throws if one does not, or if a step was edited. */
export function refuseUnfit(
  applied: ReadonlyMap<string, AppliedStep>,
  steps: readonly Pick<Step, 'name' | 'checksum'>[],
): readonly string[] {
  const known = new Set(steps.map(({ name }) => name))
  const newest = steps.at(-1)?.name ?? ''
  const newer = [...applied].filter(([name]) => !known.has(name))
  const closed = newer.filter(([, { compatible_from: from }]) => from == null || newest < from)
  if (closed.length > 0) throw new SchemaTooNewError(closed.map(([name]) => name).sort())
  for (const { name, checksum } of steps) {
    const before = applied.get(name)
    if (before && before.checksum !== checksum) throw new MigrationChangedError(name)
  }
  return newer.map(([name]) => name).sort()
}

export const findMissing = <S extends Pick<Step, 'name'>>(
  applied: ReadonlyMap<string, unknown>,
  steps: readonly S[],
): readonly S[] => steps.filter(({ name }) => !applied.has(name))
