import { AppError, type FieldError, type PartyMerge, type PartyMergeRequest } from '@spindle/contract'
import type { Clock } from '../../platform/clock.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import {
  type CountedPartyRow,
  countUses,
  findParty,
  type LockedRow,
  listIdsOfParty,
  lockParties,
  markMerged,
  type PartyRow,
  saveParty,
} from './party-queries.ts'
import { planMerge } from './plan-merge.ts'
import { toParty } from './to-party.ts'

/**
 * After the transaction, the id of the duplicate leads to the party everywhere. The job that follows a change of the party
 * then writes the new id into drafts.
 */

export interface MergeOptions {
  readonly clock: Clock
  onPartyChanged(trx: TenantTransaction, partyId: string): Promise<void>
}

interface Merge extends PartyMergeRequest {
  readonly id: string
}

/** Throws `party_not_found`, `party_merge_conflict`, or `validation_failed` for a duplicate that cannot be merged. */
export async function mergeParty(
  { clock, onPartyChanged }: MergeOptions,
  trx: TenantTransaction,
  { id, duplicate, dryRun = false }: Merge,
): Promise<PartyMerge> {
  const { party, other, isMerged } = await lockPair(trx, id, duplicate)
  const plan = isMerged ? { party, takenOver: [], conflicts: [] } : planMerge(party, other)
  const { drafts, changes, submitted } = await countUses(
    trx,
    isMerged ? [duplicate] : await listIdsOfParty(trx, duplicate),
  )
  const isWritten = !dryRun && !isMerged
  if (isWritten) {
    if (plan.conflicts.length > 0) throw conflict(id, duplicate, plan.conflicts)
    await saveParty(trx, { ...plan.party, updatedAt: new Date(clock.now()) })
    await markMerged(trx, duplicate, id)
    await onPartyChanged(trx, id)
  }
  const counted = await readCounted(trx, id)
  return {
    party: toParty(isWritten ? counted : { ...counted, ...plan.party }),
    duplicate: duplicate as PartyMerge['duplicate'],
    dryRun,
    takenOver: plan.takenOver,
    conflicts: plan.conflicts,
    releases: { drafts, unsubmittedChanges: changes, submitted },
  }
}

interface Pair {
  readonly party: PartyRow
  readonly other: PartyRow
  /** This merge was done before: repeating it changes nothing. */
  readonly isMerged: boolean
}

async function lockPair(trx: TenantTransaction, id: string, duplicate: string): Promise<Pair> {
  if (id === duplicate) throw refuse('party_same', 'The duplicate is the party itself.', 'Name another party.')
  const locked = new Map((await lockParties(trx, [id, duplicate])).map((row) => [row.id, row]))
  const party = requireUnmerged(locked.get(id))
  const other = locked.get(duplicate)
  if (!other)
    throw refuse('party_unknown', `The account has no party ${duplicate}.`, 'List the parties to find the id.')
  const { mergedInto: into } = other
  if (into !== null && into !== id)
    throw refuse('party_merged', `${duplicate} was merged into ${into} before.`, `Merge ${into} instead.`)
  return { party, other, isMerged: into === id }
}

const refuse = (code: string, detail: string, fix: string): AppError =>
  new AppError('validation_failed', { errors: [{ pointer: '/duplicate', code, detail, fix }] })

/** Throws `party_not_found`, and says where a party that was merged is. */
export function requireUnmerged(row: LockedRow | undefined): PartyRow {
  if (!row) throw new AppError('party_not_found')
  const { mergedInto, ...party } = row
  if (mergedInto !== null)
    throw new AppError('party_not_found', { detail: `The party was merged into ${mergedInto}. Use this id instead.` })
  return party
}

/** Another statement than the lock: only that one counts what other transactions committed. */
async function readCounted(trx: TenantTransaction, id: string): Promise<CountedPartyRow> {
  const row = await findParty(trx, id)
  if (!row) throw new AppError('party_not_found')
  return row
}

const names = { isni: 'ISNI', ipi: 'IPI name number', spotify: 'Spotify id', apple: 'Apple Music id' }

function conflict(id: string, duplicate: string, conflicts: PartyMerge['conflicts']): AppError {
  const errors = conflicts.map(
    ({ member, party, duplicate: other }): FieldError => ({
      pointer: '/duplicate',
      code: `${member}_differs`,
      detail: `${names[member]}: ${id} has "${party}", ${duplicate} has "${other}".`,
      fix: `Change \`${member}\` of one of the parties, or remove it with null, and merge again.`,
    }),
  )
  return new AppError('party_merge_conflict', {
    detail: 'The parties have different identifiers. They may be two artists.',
    errors,
    extensions: { conflicts },
  })
}
