import { hostname } from 'node:os'
import pg from 'pg'
import { convertPostgresError, isDeadlock } from '../postgres-errors.ts'
import { type AppliedStep, findMissing, refuseUnfit, SchemaTooNewError } from './schema-fit.ts'
import { applyFunction, findStaleFunctions, readFunctions, type SchemaFunction } from './schema-functions.ts'
import { readSteps, type Step } from './schema-steps.ts'

/**
 * Forward-only migrations: `migrations/NNNN-name.sql`, each in a separate transaction, under an advisory lock of that
 * transaction, so that nodes starting together apply each step once and none leaves a lock behind. Decision 70 says
 * which version may run on a newer schema. After the steps come the functions of `migrations/functions`, in one
 * transaction under the same lock (decision 149).
 */

const lockKey = 7_305_482_911

/** Another process has been migrating for longer than the time limit. */
export class MigrationLockedError extends Error {
  readonly fix = 'wait until it is done, or end that connection (pg_terminate_backend), then start again'
  constructor(holder: string) {
    super(`The database is being migrated by ${holder}`)
    this.name = 'MigrationLockedError'
  }
}

export interface Migrated {
  /** Names of the steps that were applied now, and of the functions: `functions/NAME.sql`. */
  readonly applied: readonly string[]
  /** Steps of a newer version that allow this one to run at the same time. */
  readonly newer: readonly string[]
}

/** How long to wait for another migration, and for locks on a table that changes. */
interface Patience {
  readonly lockMs: number
}

const patient: Patience = { lockMs: 60_000 }

/** Applies what is missing. */
export async function migrate(connection: pg.ClientConfig, directory: string, patience = patient): Promise<Migrated> {
  const schema = await readSchema(directory)
  return withClient(connection, async (client) => {
    const steps = await applyMissing(client, schema, patience)
    const functions = await applyStale(client, schema.functions, patience)
    return { applied: [...steps, ...functions], newer: refuseUnfit(await readApplied(client), schema.steps) }
  })
}

/**
 * Applies only these steps, to create the tables of an older version: rows of that version are loaded before `migrate`
 * applies the rest. Throws SchemaTooNewError if one is unknown.
 */
export async function migrateTo(
  connection: pg.ClientConfig,
  directory: string,
  names: ReadonlySet<string>,
): Promise<Migrated> {
  const { steps: known, functions } = await readSchema(directory)
  const unknown = [...names].filter((name) => !known.some((step) => step.name === name))
  if (unknown.length > 0) throw new SchemaTooNewError(unknown)
  const steps = known.filter(({ name }) => names.has(name))
  return withClient(connection, async (client) => {
    const applied = await applyMissing(client, { steps, functions }, patient)
    return { applied, newer: refuseUnfit(await readApplied(client), steps) }
  })
}

interface Schema {
  readonly steps: readonly Step[]
  readonly functions: readonly SchemaFunction[]
}

const readSchema = async (directory: string): Promise<Schema> => ({
  steps: await readSteps(directory),
  functions: await readFunctions(directory),
})

async function applyMissing(client: pg.Client, schema: Schema, patience: Patience): Promise<string[]> {
  const applied: string[] = []
  const findNext = (): Promise<Step | undefined> => findMissingStep(client, schema.steps)
  // Most starts find everything applied, and take no lock.
  for (let missing = await findNext(); missing; missing = await findNext()) {
    const done = await locked(client, patience, async () => {
      const step = await findNext()
      if (step) await apply(client, step, schema.functions)
      return step?.name
    })
    if (done !== undefined) applied.push(done)
  }
  return applied
}

async function applyStale(
  client: pg.Client,
  functions: readonly SchemaFunction[],
  patience: Patience,
): Promise<readonly string[]> {
  if ((await findStaleFunctions(client, functions)).length === 0) return []
  return locked(client, patience, async () => {
    const stale = await findStaleFunctions(client, functions)
    for (const each of stale) await applyFunction(client, each)
    return stale.map(({ name }) => name)
  })
}

/** For a start that must not change the schema: throws SchemaTooOldError if a step is missing. */
export async function requireSchema(connection: pg.ClientConfig, directory: string): Promise<Migrated> {
  const { steps, functions } = await readSchema(directory)
  return withClient(connection, async (client) => {
    const applied = await readApplied(client)
    const newer = refuseUnfit(applied, steps)
    const missing = [...findMissing(applied, steps), ...(await findStaleFunctions(client, functions))]
    if (missing.length > 0) throw new SchemaTooOldError(missing.map(({ name }) => name))
    return { applied: [], newer }
  })
}

/** The hub is configured not to change the schema, and the schema lacks steps. */
export class SchemaTooOldError extends Error {
  readonly fix = 'run the command migrate of this version first, or start without --no-migrate'
  constructor(missing: readonly string[]) {
    super(`The database is missing migrations for this version of the hub: ${missing.join(', ')}`)
    this.name = 'SchemaTooOldError'
  }
}

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // Other nodes that wait for this one show this name.
  const client = new pg.Client({ ...connection, application_name: `spindle-migrate on ${hostname()}, ${process.pid}` })
  client.on('error', () => {})
  await client.connect()
  try {
    // A step has no time limit, whatever the user's default is.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}

async function findMissingStep(client: pg.Client, steps: readonly Step[]): Promise<Step | undefined> {
  const applied = await readApplied(client)
  refuseUnfit(applied, steps)
  return findMissing(applied, steps)[0]
}

async function readApplied(client: pg.Client): Promise<ReadonlyMap<string, AppliedStep>> {
  // Not `to_regclass`: within a transaction it keeps its result from before the table was created.
  const { rows: tables } = await client.query(
    `select from pg_tables where tablename = 'spindle_migrations' and schemaname = any (current_schemas(false))`,
  )
  if (tables.length === 0) return new Map()
  // As JSON: the table of an older version has one column less.
  const { rows } = await client.query<{ step: AppliedStep & { readonly name: string } }>(
    'select to_jsonb(m) as step from spindle_migrations m',
  )
  return new Map(rows.map(({ step }) => [step.name, step]))
}

/** PostgreSQL ends one side of a deadlock: a statement of a running node, or the step. */
const maxTries = 10

/**
 * Does `work` in one transaction that holds the lock, again after a deadlock. Another node may have applied missing
 * steps meanwhile.
 */
async function locked<T>(client: pg.Client, patience: Patience, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await lockedOnce(client, patience, work)
    } catch (error) {
      const cause = convertPostgresError((error as Error).cause ?? error)
      if (tries === maxTries || !isDeadlock(cause)) throw error
    }
  }
}

async function lockedOnce<T>(client: pg.Client, { lockMs }: Patience, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockMs}`)
    await takeLock(client, lockMs)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function takeLock(client: pg.Client, lockMs: number): Promise<void> {
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    await client.query('rollback')
    throw new MigrationLockedError(`${await nameHolder(client)}, for at least ${Math.round(lockMs / 1000)} s`)
  }
}

async function nameHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string; address: string | null; pid: number }>(
    `select a.application_name as name, host(a.client_addr) as address, a.pid
     from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
       and (l.classid::bigint << 32) + l.objid::bigint = $1 and l.pid <> pg_backend_pid()`,
    [lockKey],
  )
  const [holder] = rows
  if (!holder) return 'a connection that has since ended'
  return `"${holder.name}" (process ${holder.pid} of PostgreSQL, from ${holder.address ?? 'its own machine'})`
}

async function apply(client: pg.Client, step: Step, functions: readonly SchemaFunction[]): Promise<void> {
  await applyNamed(client, step, functions)
  try {
    await client.query(
      `create table if not exists spindle_migrations
         (name text primary key, checksum text not null, applied_at timestamptz not null default now());
       alter table spindle_migrations add column if not exists compatible_from text`,
    )
    await client.query(step.text)
    await client.query('insert into spindle_migrations (name, checksum, compatible_from) values ($1, $2, $3)', [
      step.name,
      step.checksum,
      step.compatibleFrom ?? null,
    ])
  } catch (error) {
    throw new Error(`The migration ${step.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Creates the functions that a step refers to if they do not exist. Their bodies may name what later steps create. */
async function applyNamed(client: pg.Client, step: Step, functions: readonly SchemaFunction[]): Promise<void> {
  if (step.functions.length === 0) return
  await client.query('set local check_function_bodies = off')
  for (const name of step.functions) {
    const named = functions.find(({ functionName }) => functionName === name)
    if (!named) throw new Error(`The migration ${step.name} names the function ${name}, which has no file`)
    const { rows } = await client.query(
      'select from pg_proc where pronamespace = current_schema()::regnamespace and proname = $1',
      [name],
    )
    if (rows.length === 0) await applyFunction(client, named)
  }
}
