import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { sha256 } from '../sha256.ts'

/**
 * Forward-only migrations: `migrations/NNNN-name.sql`, each in a transaction of its own, under one advisory lock, so
 * that nodes starting together apply each step once. A database that knows steps this version does not know is refused.
 */

const lockKey = 7_305_482_911

/** The database knows migrations that this version of the hub does not. */
export class SchemaTooNewError extends Error {
  readonly fix = 'start the newer version of the hub, or restore a backup made before it ran'
  constructor(unknown: readonly string[]) {
    super(`The database was migrated by a newer version of the hub (unknown steps: ${unknown.join(', ')})`)
    this.name = 'SchemaTooNewError'
  }
}

/** A migration was edited after it had been applied. */
export class MigrationChangedError extends Error {
  readonly fix = 'restore the original file: a step that has run anywhere is never edited, add a new one instead'
  constructor(name: string) {
    super(`The migration ${name} differs from the one that was applied`)
    this.name = 'MigrationChangedError'
  }
}

/** Applies what is missing and answers the names of the steps that were applied. */
export async function migrate(connection: pg.ClientConfig, directory: string): Promise<string[]> {
  const steps = await readSteps(directory)
  const client = new pg.Client({ ...connection, application_name: 'spindle-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists spindle_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = new Map<string, string>(
      (
        await client.query<{ name: string; checksum: string }>('select name, checksum from spindle_migrations')
      ).rows.map((row) => [row.name, row.checksum]),
    )
    refuseUnknown(applied, steps)
    const done: string[] = []
    for (const step of steps) {
      if (applied.has(step.name)) continue
      await apply(client, step)
      done.push(step.name)
    }
    return done
  } finally {
    await client.end()
  }
}

interface Step {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

async function readSteps(directory: string): Promise<Step[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8')
      return { name, text, checksum: sha256(text).toString('hex') }
    }),
  )
}

function refuseUnknown(applied: ReadonlyMap<string, string>, steps: readonly Step[]): void {
  const known = new Map(steps.map((step) => [step.name, step]))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) throw new SchemaTooNewError(unknown)
  for (const step of steps) {
    const before = applied.get(step.name)
    if (before !== undefined && before !== step.checksum) throw new MigrationChangedError(step.name)
  }
}

async function apply(client: pg.Client, step: Step): Promise<void> {
  try {
    await client.query('begin')
    await client.query(step.text)
    await client.query('insert into spindle_migrations (name, checksum) values ($1, $2)', [step.name, step.checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`The migration ${step.name} failed: ${(error as Error).message}`, { cause: error })
  }
}
