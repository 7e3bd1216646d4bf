import {
  type AcceptedSuggestion,
  AppError,
  type DismissedSuggestion,
  maxNameDecisions,
  type NewParty,
  type PartySuggestionAcceptance,
  type PartySuggestionDismissal,
  parseIpi,
  parseIsni,
} from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { nameKey } from '../../../platform/values/name-key.ts'
import type { Parties } from '../../parties/index.ts'
import {
  countDecisionsAlone,
  countNameUses,
  deleteDismissal,
  findAgreedIds,
  type NameDecision,
  type NameUses,
  saveDecision,
} from './suggestion-queries.ts'

/** What an account decides about a name that releases credit: it is a party, or it is not to be suggested. */

export interface NameOptions {
  readonly parties: Pick<Parties, 'create' | 'get' | 'hold'>
  readonly clock: Clock
  /** Called in the transaction of an acceptance: drafts that credit the name follow afterwards. */
  onAccepted(trx: TenantTransaction, accepted: { readonly key: string; readonly partyId: string }): Promise<void>
}

/** Throws `validation_failed` for a name that no release credits or an unknown party, or `quota_exceeded`. */
export async function acceptName(
  options: NameOptions,
  trx: TenantTransaction,
  { name, partyId, dryRun = false }: PartySuggestionAcceptance,
): Promise<AcceptedSuggestion> {
  const key = nameKey(name)
  const uses = await requireUses(trx, key)
  const existing = partyId === undefined ? undefined : await requireParty(options, trx, partyId)
  const answer = (party: AcceptedSuggestion['party']): AcceptedSuggestion => ({
    name,
    party,
    created: existing === undefined,
    dryRun,
    releases: { drafts: uses.drafts, submitted: uses.submitted },
    trackCount: uses.tracks,
  })
  if (dryRun) return answer(existing ?? null)
  const party = existing ?? (await options.parties.create(trx, await newPartyOf(trx, { name, key }))).body
  await decide(options, trx, { key, name, partyId: party.id })
  await options.onAccepted(trx, { key, partyId: party.id })
  return answer(party)
}

async function requireUses(trx: TenantTransaction, key: string): Promise<NameUses> {
  const uses = await countNameUses(trx, key)
  if (uses.drafts + uses.submitted > 0) return uses
  throw refuse('name', 'name_unknown', {
    detail: 'No release of the account credits this name without a party.',
    fix: 'List the suggestions to find the name.',
  })
}

/** Held, so that it is not deleted or merged before the decision is stored. */
async function requireParty({ parties }: NameOptions, trx: TenantTransaction, partyId: string) {
  const held = (await parties.hold(trx, [partyId])).get(partyId)
  if (held) return (await parties.get(trx, held.id)).body
  throw refuse('partyId', 'party_unknown', {
    detail: `The account has no party ${partyId}.`,
    fix: 'List the parties to find the id.',
  })
}

const refuse = (
  member: string,
  code: string,
  { detail, fix }: { readonly detail: string; readonly fix: string },
): AppError => new AppError('validation_failed', { errors: [{ pointer: `/${member}`, code, detail, fix }] })

/** Identifiers that the releases disagree on, or that are invalid, are left out: a person enters them. */
async function newPartyOf(
  trx: TenantTransaction,
  { name, key }: { readonly name: string; readonly key: string },
): Promise<NewParty> {
  const { isni = '', ipi = '', spotify, apple } = await findAgreedIds(trx, key)
  const ids = { isni: parseIsni(isni), ipi: parseIpi(ipi), spotify, apple }
  return { name, ...Object.fromEntries(Object.entries(ids).filter(([, value]) => value !== undefined)) }
}

/** Throws `validation_failed` for a name that no release credits, or `quota_exceeded`. */
export async function dismissName(
  options: Pick<NameOptions, 'clock'>,
  trx: TenantTransaction,
  { name, dismissed = true }: PartySuggestionDismissal,
): Promise<DismissedSuggestion> {
  const key = nameKey(name)
  if (dismissed) {
    await requireUses(trx, key)
    await decide(options, trx, { key, name, partyId: null })
  } else await deleteDismissal(trx, key)
  return { name, dismissed }
}

async function decide(
  { clock }: Pick<NameOptions, 'clock'>,
  trx: TenantTransaction,
  decision: Omit<NameDecision, 'decidedAt'>,
): Promise<void> {
  const used = await countDecisionsAlone(trx, decision.key)
  if (used >= maxNameDecisions)
    throw new AppError('quota_exceeded', {
      detail: `The account can decide about at most ${maxNameDecisions} names and has decided about ${used}. Suggest names again that you have dismissed.`,
      extensions: { quota: 'names', limit: maxNameDecisions, used },
    })
  await saveDecision(trx, { ...decision, decidedAt: new Date(clock.now()) })
}
