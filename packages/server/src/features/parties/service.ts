import {
  AppError,
  type ListedParty,
  maxParties,
  type NewParty,
  type PartiesQuery,
  type Party,
  type PartyMerge,
  type PartyMergeRequest,
  type PartyPatch,
} from '@spindle/contract'
import { contentEtag, requireMatch } from '../../http/responses/etag.ts'
import type { PageRequest, PageResult } from '../../http/responses/handler-response.ts'
import { pageOf } from '../../http/responses/page-of.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { Ids } from '../../platform/values/ids.ts'
import { mergeParty, requireUnmerged } from './merge-party.ts'
import { parseIdentifiers } from './party-identifiers.ts'
import {
  type CountedPartyRow,
  countParties,
  countPartiesAlone,
  deletePartyRow,
  emptyParty,
  findParty,
  insertParty,
  listPartyRows,
  lockParties,
  type PartyRow,
  saveParty,
} from './party-queries.ts'
import { toParty } from './to-party.ts'

/** The parties of an account. A party cannot be deleted while releases name it. */
export interface PartyService {
  /** Throws `quota_exceeded` or `validation_failed`. */
  create(trx: TenantTransaction, party: NewParty): Promise<TaggedParty>
  list(tenant: Tenant, query: PartiesQuery, page: PageRequest): Promise<PageResult<ListedParty>>
  /** Throws `party_not_found`, like all that follow. */
  get(tenant: Tenant, id: string): Promise<TaggedParty>
  update(trx: TenantTransaction, change: Change & { readonly patch: PartyPatch }): Promise<TaggedParty>
  /** Throws `party_merge_conflict`, or `validation_failed` for a duplicate that cannot be merged. */
  merge(trx: TenantTransaction, merge: PartyMergeRequest & { readonly id: string }): Promise<PartyMerge>
  /** Throws `party_in_use`. */
  delete(trx: TenantTransaction, change: Change): Promise<void>
}

export interface TaggedParty {
  readonly body: Party
  readonly etag: string
  readonly extraRequests: number
}

interface Change {
  readonly id: string
  readonly ifMatch: string | undefined
}

export interface PartyServiceOptions {
  readonly ids: Ids
  readonly clock: Clock
  /** Called in the transaction of a change: drafts that name the party take its new values afterwards. */
  onPartyChanged(trx: TenantTransaction, partyId: string): Promise<void>
}

export const partyService = ({ ids, clock, onPartyChanged }: PartyServiceOptions): PartyService => ({
  async create(trx, party) {
    const parsed = parseIdentifiers(party)
    requireRoom(await countPartiesAlone(trx))
    const now = new Date(clock.now())
    const row: PartyRow = { ...emptyParty, ...parsed, id: ids.make('pty'), createdAt: now, updatedAt: now }
    await insertParty(trx, row)
    return tagged({ ...row, releaseCount: 0, trackCount: 0, recordingCount: 0 })
  },
  async list(tenant, { query }, { limit, after, wantsTotal }) {
    const text = query?.toLowerCase()
    const rows = await listPartyRows(tenant, { query: text, after, limit: limit + 1 })
    const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
    return { data: data.map(toParty), next, ...(wantsTotal ? { total: await countParties(tenant, text) } : {}) }
  },
  get: async (tenant, id) => tagged(await findParty(tenant, id)),
  async update(trx, { id, ifMatch, patch }) {
    const row = await lockFor(trx, { id, ifMatch })
    const changed = { ...applyPatch(row, parseIdentifiers(patch)), updatedAt: new Date(clock.now()) }
    await saveParty(trx, changed)
    await onPartyChanged(trx, id)
    return tagged(changed)
  },
  merge: (trx, merge) => mergeParty({ clock, onPartyChanged }, trx, merge),
  async delete(trx, change) {
    const { id, releaseCount } = await lockFor(trx, change)
    if (releaseCount > 0) throw inUse(releaseCount)
    await deletePartyRow(trx, id)
  },
})

const inUse = (releases: number): AppError =>
  new AppError('party_in_use', {
    detail: `${releases === 1 ? 'One release names' : `${releases} releases name`} this party. Remove its \`partyId\` from ${releases === 1 ? 'that release' : 'those releases'} first.`,
    extensions: { releases },
  })

function requireRoom(used: number): void {
  if (used < maxParties) return
  throw new AppError('quota_exceeded', {
    detail: `The account can have at most ${maxParties} parties and has ${used}. Delete parties that you do not need.`,
    extensions: { quota: 'parties', limit: maxParties, used },
  })
}

/** What is null goes back to what a party without the member has. */
const applyPatch = (row: CountedPartyRow, { name, ...members }: PartyPatch): CountedPartyRow => {
  const given = Object.entries(members).map(([member, value]) => [
    member,
    value ?? emptyParty[member as keyof typeof emptyParty],
  ])
  return { ...row, ...(name === undefined ? {} : { name }), ...(Object.fromEntries(given) as Partial<PartyRow>) }
}

async function lockFor(trx: TenantTransaction, { id, ifMatch }: Change): Promise<CountedPartyRow> {
  const [locked] = await lockParties(trx, [id])
  requireUnmerged(locked)
  // Another statement than the lock: only that one counts what the other transaction committed.
  const row = await findParty(trx, id)
  requireMatch(ifMatch, tagged(row).etag)
  return row as CountedPartyRow
}

/** The numbers of a party are added up from its releases: 30,000 of them take most of a second. */
const releasesPerRequest = 500

function tagged(row: CountedPartyRow | undefined): TaggedParty {
  if (!row) throw new AppError('party_not_found')
  const body = toParty(row)
  const extraRequests = Math.floor(row.releaseCount / releasesPerRequest)
  return { body, etag: contentEtag(JSON.stringify(body)), extraRequests }
}
