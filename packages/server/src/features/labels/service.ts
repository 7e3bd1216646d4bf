import {
  AppError,
  type Label,
  type LabelPatch,
  type LabelsQuery,
  labelKey,
  maxLabels,
  type NewLabel,
} from '@spindle/contract'
import { contentEtag, requireMatch } from '../../http/responses/etag.ts'
import type { PageRequest, PageResult } from '../../http/responses/handler-response.ts'
import { pageOf } from '../../http/responses/page-of.ts'
import type { Clock } from '../../platform/clock.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/postgres-errors.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import { canonicalJson } from '../../platform/values/canonical-json.ts'
import type { Ids } from '../../platform/values/ids.ts'
import type { Parties } from '../parties/index.ts'
import { findUnallowed } from './check-codes.ts'
import { partyIdsIn, requireUsable } from './check-defaults.ts'
import {
  codeConstraints,
  countLabels,
  countLabelsAlone,
  deleteLabelRow,
  findAllowed,
  findLabel,
  insertLabel,
  type LabelRow,
  listLabelRows,
  lockLabel,
  nameConstraint,
  saveLabel,
} from './label-queries.ts'

/** The labels of an account. Releases have a copy of the name and of the defaults, so a label can be changed at any time. */
export interface LabelService {
  /** Throws `quota_exceeded`, `label_name_taken` or `validation_failed`. */
  create(trx: TenantTransaction, label: NewLabel): Promise<TaggedLabel>
  list(tenant: Tenant, query: LabelsQuery, page: PageRequest): Promise<PageResult<Label>>
  /** Throws `label_not_found`, like all that follow. */
  get(tenant: Tenant, id: string): Promise<TaggedLabel>
  /** Throws `label_name_taken` or `validation_failed`. */
  update(trx: TenantTransaction, change: Change & { readonly patch: LabelPatch }): Promise<TaggedLabel>
  delete(trx: TenantTransaction, change: Change): Promise<void>
}

export interface TaggedLabel {
  readonly body: Label
  readonly etag: string
}

interface Change {
  readonly id: string
  readonly ifMatch: string | undefined
}

export interface LabelServiceOptions {
  readonly ids: Ids
  readonly clock: Clock
  readonly parties: Pick<Parties, 'hold'>
}

export const labelService = ({ ids, clock, parties }: LabelServiceOptions): LabelService => ({
  async create(trx, { name, defaults = {}, isrcPrefix = null, upcRange = null }) {
    await requireAllowed(trx, { isrcPrefix, upcRange })
    requireUsable(defaults, await parties.hold(trx, partyIdsIn(defaults)), '/defaults')
    requireRoom(await countLabelsAlone(trx))
    const now = new Date(clock.now())
    const row: LabelRow = {
      id: ids.make('lbl'),
      name,
      nameKey: labelKey(name),
      defaults,
      isrcPrefix,
      upcRange,
      createdAt: now,
      updatedAt: now,
    }
    await writing(row, () => insertLabel(trx, row))
    return tagged(row)
  },
  async list(tenant, { query }, { limit, after, wantsTotal }) {
    const text = query === undefined ? undefined : labelKey(query)
    const rows = await listLabelRows(tenant, { query: text, after, limit: limit + 1 })
    const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
    return { data: data.map(toLabel), next, ...(wantsTotal ? { total: await countLabels(tenant, text) } : {}) }
  },
  get: async (tenant, id) => tagged(await findLabel(tenant, id)),
  async update(trx, { id, ifMatch, patch }) {
    const row = await lockFor(trx, { id, ifMatch })
    const { name = row.name, defaults = row.defaults, isrcPrefix = row.isrcPrefix, upcRange = row.upcRange } = patch
    await requireAllowed(trx, { isrcPrefix, upcRange })
    if (patch.defaults) requireUsable(defaults, await parties.hold(trx, partyIdsIn(defaults)), '/defaults')
    const updatedAt = new Date(clock.now())
    const changed = { ...row, name, nameKey: labelKey(name), defaults, isrcPrefix, upcRange, updatedAt }
    await writing(changed, () => saveLabel(trx, changed))
    return tagged(changed)
  },
  async delete(trx, change) {
    const { id } = await lockFor(trx, change)
    await deleteLabelRow(trx, id)
  },
})

async function writing(row: LabelRow, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (isUniqueViolation(error, nameConstraint))
      throw new AppError('label_name_taken', { detail: `The account already has a label "${row.name}".` })
    // The operator removed it since it was looked up.
    const [isrc, upc] = codeConstraints.map((constraint) => !isForeignKeyViolation(error, constraint))
    if (isrc && upc) throw error
    throw new AppError('validation_failed', { errors: findUnallowed(row, { isrc: isrc === true, upc: upc === true }) })
  }
}

async function requireAllowed(trx: TenantTransaction, codes: Pick<LabelRow, 'isrcPrefix' | 'upcRange'>): Promise<void> {
  if (codes.isrcPrefix === null && codes.upcRange === null) return
  const errors = findUnallowed(codes, await findAllowed(trx, codes))
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

function requireRoom(used: number): void {
  if (used < maxLabels) return
  throw new AppError('quota_exceeded', {
    detail: `The account can have at most ${maxLabels} labels and has ${used}. Delete labels that you do not need.`,
    extensions: { quota: 'labels', limit: maxLabels, used },
  })
}

async function lockFor(trx: TenantTransaction, { id, ifMatch }: Change): Promise<LabelRow> {
  const row = await lockLabel(trx, id)
  requireMatch(ifMatch, tagged(row).etag)
  return row as LabelRow
}

function tagged(row: LabelRow | undefined): TaggedLabel {
  if (!row) throw new AppError('label_not_found')
  const body = toLabel(row)
  return { body, etag: contentEtag(canonicalJson(body)) }
}

const toLabel = ({ id, name, defaults, isrcPrefix, upcRange, createdAt, updatedAt }: LabelRow): Label => ({
  id: id as Label['id'],
  name,
  defaults,
  isrcPrefix,
  upcRange,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
