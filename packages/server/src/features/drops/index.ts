import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import { defineJob, type Jobs, jobHandler } from '../../platform/jobs/jobs.ts'
import { decrypt, deriveKeys, encrypt, type Keys } from '../../platform/secrets/encryption.ts'
import { resealTogether, type SealedValues } from '../../platform/secrets/reseal.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { accountStates } from '../accounts/index.ts'
import { OperatorNeeded, openTransport, type TestStep } from '../interchange/index.ts'
import {
  changeDrop,
  type DropRow,
  deleteDrop,
  findAccountOfDrop,
  findDrop,
  insertDrop,
  listDropRows,
  listOverdueDrops,
  lockDropSecrets,
  type NewDropRow,
  saveDropSecret,
  saveLook,
  setPaused,
} from './drop-queries.ts'
import type { LookSources } from './look.ts'
import { lookIntoDrop } from './look-into-drop.ts'
import { listPackages, type PackageRow } from './packages/package-queries.ts'
import { testDrop } from './test-drop.ts'

export { afterwards, type DropManners, type DropSettings } from './drop.ts'
export type { DropRow } from './drop-queries.ts'
export type { PackageRow } from './packages/package-queries.ts'

/** Places of others that packages are taken from. The mirror of outlets for stores. */
export interface Drops extends Feature {
  /** False where a drop has the id. The secret is what the hub signs in with; it is stored sealed and never listed. */
  add(drop: Omit<NewDropRow, 'secret'>, secret?: string): Promise<boolean>
  list(): Promise<readonly DropRow[]>
  /** Its content, as of the last poll; undefined for an unknown drop. */
  listPackages(id: string): Promise<readonly PackageRow[] | undefined>
  /** False for an unknown drop. */
  pause(id: string, isPaused: boolean): Promise<boolean>
  /** Replaces the settings that are given, and the secret if there is one. False for an unknown drop. */
  change(id: string, settings: object, secret?: string): Promise<boolean>
  /** What was imported stays, and so does everything in the place. False for an unknown drop. */
  remove(id: string): Promise<boolean>
  /** Polls without importing anything; undefined for an unknown drop. */
  test(id: string): Promise<readonly TestStep[] | undefined>
  /** The secrets of drops as they are stored. */
  readonly sealed: SealedValues
}

export interface DropsOptions extends LookSources {
  readonly jobs: Jobs
  readonly clock: Clock
  /** The hub's. */
  readonly secrets: Keys
  /** While it is, the hub contacts no one. */
  readonly isHeld: () => Promise<boolean>
  readonly notifications: Notifications
}

interface LookJob {
  readonly accountId: AccountId
  readonly dropId: string
}
const lookJob = defineJob<LookJob>('lookIntoDrop')
const tendDrops = defineJob<Record<string, never>>('tendDrops')

/** A look that is so late has lost its job: a restored backup has the drops and not the jobs. */
const overdueMs = 2 * 60_000
/** While a package is under way. */
const soonMs = 2_000

function dropsFeature(options: DropsOptions): Drops {
  const { database, jobs, clock } = options
  const sealingKeys = deriveKeys(options.secrets, 'drop secrets')
  const closing = new AbortController()
  const enqueue = (trx: TenantTransaction, dropId: string, runAt?: Date): Promise<void> => {
    const name = `drop:${trx.accountId}:${dropId}`
    // One look at a time, whichever node has it: packages are taken in their order, and no account holds all workers.
    const place = { key: name, queue: `drops:${trx.accountId}`, runAt }
    return jobs.enqueue(trx.transaction, lookJob, { accountId: trx.accountId, dropId }, place)
  }
  const look = dropLooker({ ...options, sealingKeys, signal: closing.signal, enqueue })
  /** Undefined where no account has such a drop. */
  const withDrop = async <T>(id: string, work: (trx: TenantTransaction) => Promise<T>): Promise<T | undefined> => {
    const accountId = await findAccountOfDrop(database.system, id)
    return accountId && database.tenantTransaction(accountId, work)
  }
  return {
    add: (drop, secret) =>
      database.tenantTransaction(drop.accountId, async (trx) => {
        const sealed = secret === undefined ? null : encrypt(sealingKeys, secret)
        const isAdded = await insertDrop(trx.transaction, { ...drop, secret: sealed })
        if (isAdded) await enqueue(trx, drop.id)
        return isAdded
      }),
    list: () => listDropRows(database.system),
    listPackages: (id) => withDrop(id, (trx) => listPackages(trx, id)),
    pause: async (id, isPaused) =>
      (await withDrop(id, async (trx) => {
        const isThere = await setPaused(trx, id, { isPaused, reason: null })
        if (isThere && !isPaused) await enqueue(trx, id)
        return isThere
      })) ?? false,
    change: async (id, settings, secret) => {
      const sealed = secret === undefined ? null : encrypt(sealingKeys, secret)
      return (await withDrop(id, (trx) => changeDrop(trx, id, { settings, secret: sealed }))) ?? false
    },
    remove: async (id) => (await withDrop(id, (trx) => deleteDrop(trx, id))) ?? false,
    async test(id) {
      const drop = await withDrop(id, (trx) => findDrop(trx, id))
      return drop && testDrop(drop, openSecret(sealingKeys, drop))
    },
    sealed: resealTogether(database, sealingKeys, {
      name: 'secrets of drops',
      remedy: 'enter the credentials of each drop again: drops sign-in',
      lock: lockDropSecrets,
      save: saveDropSecret,
    }),
    jobs: [
      jobHandler({ job: lookJob, lane: 'drops', handle: look }),
      jobHandler({
        job: tendDrops,
        cron: '* * * * *',
        async handle() {
          for (const { accountId, id } of await listOverdueDrops(database.system, new Date(clock.now() - overdueMs)))
            await database.tenantTransaction(accountId, (trx) => enqueue(trx, id))
        },
      }),
    ],
    drain: () => closing.abort(new Error('the hub is stopping')),
  }
}

interface LookerOptions extends DropsOptions {
  readonly sealingKeys: Keys
  readonly signal: AbortSignal
  enqueue(trx: TenantTransaction, dropId: string, runAt?: Date): Promise<void>
}

/** A look, and the job of the next one. */
function dropLooker(options: LookerOptions): (job: LookJob) => Promise<void> {
  const { database, clock, enqueue, isHeld } = options
  const { isSuspended } = accountStates(options)
  return async ({ accountId, dropId }) => {
    const tenant = database.tenant(accountId)
    const drop = await findDrop(tenant, dropId)
    if (!drop || drop.isPaused) return
    const isSilent = (await isHeld()) || (await isSuspended(accountId))
    const { isBusy, problem } = isSilent ? { isBusy: false, problem: drop.problem } : await lookOnce(options, drop)
    const at = new Date(clock.now())
    const everyMs = drop.settings.everySeconds * 1000
    const nextAt = new Date(at.getTime() + (isBusy ? Math.min(soonMs, everyMs) : everyMs))
    await database.tenantTransaction(accountId, async (trx) => {
      if (await saveLook(trx, dropId, { at, nextAt, problem })) await enqueue(trx, dropId, nextAt)
    })
  }
}

type Outcome = Awaited<ReturnType<typeof lookIntoDrop>>

/** Never rejects: the failure is recorded with the drop, and the next poll tries again. */
async function lookOnce(
  { database, clock, log, imports, uploads, sender, sealingKeys, signal }: LookerOptions,
  drop: DropRow & { readonly secret: Buffer | null },
): Promise<Outcome> {
  const { id, kind, settings, accountId } = drop
  try {
    const transport = openTransport(kind, { settings, secret: openSecret(sealingKeys, drop), signal })
    try {
      const now = new Date(clock.now())
      return await lookIntoDrop({ database, log, imports, uploads, sender, drop, transport, now, signal })
    } finally {
      await transport.close()
    }
  } catch (error) {
    const problem = error instanceof Error && error.message !== '' ? error.message : 'the check failed'
    if (signal.aborted) return { isBusy: true, problem: drop.problem }
    log.warn('drops.look_failed', { dropId: id, error })
    if (error instanceof OperatorNeeded) {
      await setPaused(database.tenant(accountId), id, { isPaused: true, reason: problem })
      log.warn('drops.paused', { dropId: id, reason: problem })
    }
    return { isBusy: false, problem }
  }
}

function openSecret(sealingKeys: Keys, { secret }: { readonly secret: Buffer | null }): string | undefined {
  if (secret === null) return undefined
  try {
    return decrypt(sealingKeys, secret)
  } catch {
    throw new OperatorNeeded('the credentials of the drop were encrypted with another SPINDLE_SECRET')
  }
}

export const drops = defineFeature({
  name: 'drops',
  needs: ['database', 'log', 'imports', 'uploads', 'sender', 'jobs', 'clock', 'secrets', 'isHeld', 'notifications'],
  make: dropsFeature,
})
