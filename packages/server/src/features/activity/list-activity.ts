import type { ActivityEvent, ReleaseEvent } from '@spindle/contract'
import {
  type AccountAuditType,
  type ActivityEntry,
  type ActivityKind,
  type AuditKind,
  auditKinds,
} from '@spindle/contract/console'
import type { PageRequest } from '../../http/responses/handler-response.ts'
import type { PageOfRows } from '../../http/responses/page-of.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import { instantOf } from '../../platform/values/calendar.ts'
import type { OutletsFeature } from '../outlets/index.ts'
import type { AuditEntry, PeopleFeature } from '../people/index.ts'
import type { Releases } from '../releases/index.ts'
import { mergeNewest } from './merge-newest.ts'

export interface ActivitySources {
  readonly releases: Pick<Releases, 'findActivity'>
  readonly people: Pick<PeopleFeature, 'listAudit'>
  readonly outlets: Pick<OutletsFeature, 'list'>
}

export interface ActivityQuery {
  readonly actor?: string | undefined
  readonly kind?: ActivityKind | undefined
  readonly failures?: boolean | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly brief?: boolean | undefined
}

const nothing = { data: [], next: null }

/** What happened in the account of the tenant; a position holds how far each of the two lists was read. */
export async function listActivity(
  { releases, people, outlets }: ActivitySources,
  tenant: Tenant,
  { kind, failures = false, actor, from, to, brief = false }: ActivityQuery,
  { limit, after }: Pick<PageRequest, 'limit' | 'after'>,
): Promise<PageOfRows<ActivityEntry>> {
  const filters = { actor, from: toInstant(from), to: toInstant(to) }
  const [afterEvent, afterAudit] = parsePosition(after)
  const events =
    kind === undefined || kind === 'releases'
      ? await releases.findActivity(
          tenant,
          { ...filters, failures, types: brief ? turningPoints : undefined },
          { limit, after: afterEvent },
        )
      : nothing
  const audit =
    kind === 'releases' || failures
      ? nothing
      : await people.listAudit(tenant, { ...filters, types: typesOf(kind, brief) }, { limit, after: afterAudit })
  const names = new Map(outlets.list().map(({ id, name }) => [id, name]))
  const merged = mergeNewest(
    { ...events, data: events.data.map((event) => ofRelease(event, names)) },
    { ...audit, data: audit.data.map(ofPeople) },
    limit,
  )
  const [takenEvents, takenAudit] = merged.taken
  const position = [events.data[takenEvents - 1]?.id ?? afterEvent, audit.data[takenAudit - 1]?.id ?? afterAudit]
  return { data: merged.data, next: merged.hasMore ? position.map((id) => id ?? '').join(' ') : null }
}

const toInstant = (timestamp: string | undefined): string | undefined =>
  timestamp === undefined ? undefined : instantOf(timestamp)

function parsePosition(after: string | undefined): readonly [event: string | undefined, audit: string | undefined] {
  const [event, audit] = (after ?? '').split(' ')
  return [event || undefined, audit || undefined]
}

/** Where the way of a release turns. */
const turningPoints: readonly ReleaseEvent['type'][] = [
  'release.created',
  'release.deleted',
  'release.restored',
  'release.erased',
  'release.submitted',
  'release.withdrawn',
  'release.changes_discarded',
  'release.audio_replaced',
  'release.changes_requested',
  'release.rejected',
  'release.scheduled',
  'release.live',
  'release.delivery_failed',
  'release.takedown_planned',
  'release.takedown_cancelled',
  'release.takedown_requested',
  'release.taken_down',
]

function typesOf(kind: AuditKind | undefined, isBrief: boolean): readonly AccountAuditType[] {
  if (kind !== undefined) return auditKinds[kind]
  const { sign_ins: signIns, ...others } = auditKinds
  return [...Object.values(others).flat(), ...(isBrief ? [] : signIns)]
}

const actorTypes: Readonly<Record<string, ActivityEntry['actor']['type']>> = {
  user: 'user',
  key: 'key',
  operator: 'operator',
}

function ofRelease(
  { id, at, type, actor, reason, data, releaseId, releaseTitle }: ActivityEvent,
  outletNames: ReadonlyMap<string, string>,
): ActivityEntry {
  const { outletId } = data
  return {
    id,
    at,
    type,
    actor: { ...actor, type: actorTypes[actor.type] ?? 'hub' },
    release: { id: releaseId, title: releaseTitle },
    reason,
    data: typeof outletId === 'string' ? { outlet: outletNames.get(outletId) ?? outletId } : {},
  }
}

const ofPeople = ({ id, at, type, actor, data }: AuditEntry): ActivityEntry => ({
  id,
  at: at.toISOString(),
  type,
  actor,
  release: null,
  reason: null,
  data,
})
