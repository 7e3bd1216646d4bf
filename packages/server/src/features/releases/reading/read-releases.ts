import {
  type ActivityEvent,
  AppError,
  composeDisplayArtist,
  type Delivery,
  goLiveOf,
  parseGtin,
  parseIsrc,
  type Release,
  type ReleaseEvent,
  type ReleaseSort,
  type ResultOf,
} from '@spindle/contract'
import type { getReleaseChanges, getReleaseWithUploads } from '@spindle/contract/console'
import { type PageRequest, type PageResult, RawJson } from '../../../http/responses/handler-response.ts'
import { type PageOfRows, pageOfCut } from '../../../http/responses/page-of.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { instantOf } from '../../../platform/values/calendar.ts'
import type { OutletsFeature } from '../../outlets/index.ts'
import { listUploadsById } from '../../uploads/index.ts'
import {
  countDeliveries,
  findDeliveriesWithTracks,
  findDeliveryPage,
  findRevision,
} from '../deliveries/delivery-queries.ts'
import { toDelivery } from '../deliveries/to-api.ts'
import { compareRevisions } from '../model/compare-revisions.ts'
import { releaseEtag } from '../model/release-etag.ts'
import { pendingRevisionOf, placedTracksOf, type ReleaseRecord } from '../model/release-record.ts'
import { findRelease, findVersion, hasRelease } from '../release-queries.ts'
import { type ActivityFilters, countActivity, countEvents, findActivity, findEvents } from '../status/event-queries.ts'
import { openPlanOf } from '../takedown/open-plan.ts'
import { toPlannedTakedown } from '../takedown/to-api.ts'
import { countReleases, findPage, type ReleaseFilters } from './list-queries.ts'
import { releaseOrders } from './release-order.ts'
import { pickStates, type StateFilters } from './state-queries.ts'

/** All read operations for releases. */
export interface ReleaseReader {
  /** Throws `release_not_found`. */
  get(sql: Tenant, releaseId: string): Promise<{ readonly body: Release; readonly etag: string }>
  /** With the uploads of its tracks. Throws `release_not_found`. */
  getWithUploads(sql: Tenant, releaseId: string): Promise<ResultOf<typeof getReleaseWithUploads>>
  list(sql: Tenant, query: ListQuery, page: PageRequest): Promise<PageResult<never>>
  listEvents(sql: Tenant, releaseId: string, page: PageRequest): Promise<PageResult<ReleaseEvent>>
  listActivity(sql: Tenant, page: PageRequest): Promise<PageResult<ActivityEvent>>
  findActivity(sql: Tenant, filters: ActivityFilters, page: PagePlace): Promise<PageOfRows<ActivityEvent>>
  /** Throws `release_not_found`. */
  requireRelease(sql: Tenant, releaseId: string): Promise<void>
  /** Its present content, as it would be frozen. Throws `release_not_found`. */
  readContent(sql: Tenant, releaseId: string): Promise<ReleaseContent>
  /** How it differs from the last approved revision, submitted or not. Throws `release_not_found`. */
  listChanges(sql: Tenant, releaseId: string): Promise<ResultOf<typeof getReleaseChanges>>
  listDeliveries(sql: Tenant, releaseId: string, page: PageRequest): Promise<PageResult<Delivery>>
  getDelivery(sql: Tenant, releaseId: string, deliveryId: string): Promise<Delivery>
}

/** A release with its tracks in place. */
export interface ReleaseContent {
  readonly revision: number
  readonly document: ReleaseRecord['document']
  readonly tracks: ReturnType<typeof placedTracksOf>
}

export interface ListQuery extends Pick<ReleaseFilters, 'status' | 'type' | 'updatedSince'>, StateFilters {
  readonly query?: string | undefined
  readonly sort?: ReleaseSort | undefined
  readonly upc?: string | undefined
  readonly isrc?: string | undefined
}

type PagePlace = Pick<PageRequest, 'limit' | 'after'>

/** A person does not make more changes than that within one answer. */
const maxAttempts = 5

export function releaseReader(outlets: Pick<OutletsFeature, 'list' | 'adapterOf'>): ReleaseReader {
  const deliveriesOf = async (sql: Tenant, releaseId: string) =>
    (await findDeliveriesWithTracks(sql, releaseId)).map((row) => toDelivery(row, outlets))

  const get: ReleaseReader['get'] = async (sql, releaseId) => {
    // Two statements: a change between them must not be visible in only one half of the answer.
    for (let attempt = 1; ; attempt++) {
      const record = await findRelease(sql, releaseId)
      if (!record) throw new AppError('release_not_found')
      if (record.firstDeliveredAt === null) return { body: toRelease(record, []), etag: releaseEtag(record) }
      const deliveries = await deliveriesOf(sql, releaseId)
      if (attempt < maxAttempts && (await findVersion(sql, releaseId)) !== record.version) continue
      return { body: toRelease(record, deliveries), etag: releaseEtag(record) }
    }
  }

  return {
    get,
    async getWithUploads(sql, releaseId) {
      const { body: release } = await get(sql, releaseId)
      const ids = release.tracks.flatMap(({ uploadId }) => uploadId ?? [])
      return { release, uploads: await listUploadsById(sql, [...new Set(ids)]) }
    },
    async list(sql, query, page) {
      const filters = parseFilters(query)
      const [{ items, next }, total] = await Promise.all([
        findPage(sql, filters, { ...page, order: releaseOrders[query.sort ?? 'createdAt'] }),
        page.wantsTotal ? countReleases(sql, filters) : undefined,
      ])
      return { data: new RawJson(items), next, total }
    },
    async listEvents(sql, releaseId, page) {
      await requireRelease(sql, releaseId)
      const rows = await findEvents(sql, releaseId, page)
      const total = page.wantsTotal ? await countEvents(sql, releaseId) : undefined
      const { data, next } = pageOfCut(rows, ({ sequence }) => String(sequence))
      return { data: data.map(({ event }) => event), next, total }
    },
    async listActivity(sql, page) {
      const total = page.wantsTotal ? await countActivity(sql) : undefined
      return { ...(await readActivity(sql, {}, page)), total }
    },
    findActivity: readActivity,
    requireRelease,
    async readContent(sql, releaseId) {
      const record = await findRelease(sql, releaseId)
      if (!record) throw new AppError('release_not_found')
      return { revision: record.revision, document: record.document, tracks: placedTracksOf(record) }
    },
    async listChanges(sql, releaseId) {
      const record = await findRelease(sql, releaseId)
      if (!record) throw new AppError('release_not_found')
      const { approvedRevision, document } = record
      const approved = approvedRevision === null ? undefined : await findRevision(sql, releaseId, approvedRevision)
      const changes = approved ? compareRevisions(approved, { document, tracks: placedTracksOf(record) }) : []
      return { approvedRevision, changes: changes.map(({ member: _member, ...change }) => change) }
    },
    async listDeliveries(sql, releaseId, page) {
      await requireRelease(sql, releaseId)
      const rows = await findDeliveryPage(sql, releaseId, page)
      const total = page.wantsTotal ? await countDeliveries(sql, releaseId) : undefined
      const { data, next } = pageOfCut(rows, ({ id }) => id)
      return { data: data.map((row) => toDelivery(row, outlets)), next, total }
    },
    async getDelivery(sql, releaseId, deliveryId) {
      const found = (await deliveriesOf(sql, releaseId)).find(({ id }) => id === deliveryId)
      if (!found) throw new AppError('delivery_not_found')
      return found
    },
  }
}

/** A value that is not an ISRC or UPC matches nothing. */
const parseFilters = ({ status, type, query, updatedSince, upc, isrc, ...others }: ListQuery): ReleaseFilters => ({
  status,
  type,
  updatedSince: updatedSince === undefined ? undefined : instantOf(updatedSince),
  q: query,
  state: pickStates(others),
  ...(upc === undefined ? {} : { gtin14: parseGtin(upc) ?? '' }),
  ...(isrc === undefined ? {} : { isrc: parseIsrc(isrc) ?? '' }),
})

async function readActivity(
  sql: Tenant,
  filters: ActivityFilters,
  page: PagePlace,
): Promise<PageOfRows<ActivityEvent>> {
  const { data, next } = pageOfCut(await findActivity(sql, filters, page), ({ event }) => event.id)
  return { data: data.map(({ event }) => event), next }
}

export async function requireRelease(sql: Tenant, releaseId: string): Promise<void> {
  if (!(await hasRelease(sql, releaseId))) throw new AppError('release_not_found')
}

/** A release in an answer. */
function toRelease(record: ReleaseRecord, deliveries: readonly Delivery[]): Release {
  const plan = openPlanOf(record)
  const displayArtist = composeDisplayArtist(record.document)
  return {
    ...record.document,
    // As in lists.
    ...(displayArtist !== null && { displayArtist }),
    id: record.id as Release['id'],
    status: record.status,
    revision: record.revision,
    pendingRevision: pendingRevisionOf(record),
    replacedBy: record.replacedBy as Release['replacedBy'],
    tracks: record.tracks.map((track) => ({
      ...track.document,
      id: track.id as Release['tracks'][number]['id'],
      disc: track.disc,
      number: track.number,
      durationMs: track.durationMs,
    })),
    validation: { errors: record.errors, warnings: record.warnings, checkedAt: record.checkedAt.toISOString() },
    findings: [...record.findings],
    review: record.review,
    deliveries: [...deliveries],
    deliverySummary: record.summary,
    plannedTakedown: plan && toPlannedTakedown(plan),
    legacy: record.legacy,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    submittedAt: record.submittedAt?.toISOString() ?? null,
    goesLive: record.liveAt === null ? goLiveOf(record.document) : null,
    liveAt: record.liveAt?.toISOString() ?? null,
  }
}
