import { useState } from 'react'
import { useSearchParams } from 'wouter'
import {
  type ActivityEntry,
  type ActivityFilters,
  type ActivityKind,
  activityExport,
  useActivity,
  useMembers,
} from '../../data/api/team-api.ts'
import { foldActivity } from '../../data/fold-activity.ts'
import { ActivityRow } from '../../parts/activity-row.tsx'
import { Field, Select } from '../../parts/forms/field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { words } from '../../words/words.ts'
import { ActRow } from './act-row.tsx'

/** What happened to releases, people and access, and when. The filters are the address. */
export function ActivityPage({ accountId }: { readonly accountId: string }) {
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const activity = useActivity(accountId, filters)
  const { activity: texts } = words
  const events = activity.data?.pages.flatMap(({ data }) => data) ?? []
  const set = (name: string, value: string): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (value === '') next.delete(name)
      else next.set(name, value)
      return next
    })
  const exports = (
    <span className="row">
      {(['csv', 'ndjson'] as const).map((format) => (
        <a key={format} className="button plain" href={activityExport(accountId, filters, format)} download>
          {texts.exports[format]}
        </a>
      ))}
    </span>
  )
  return (
    <Page title={texts.title} actions={events.length > 0 && exports}>
      <p className="soft">{texts.lead}</p>
      <Toolbar accountId={accountId} search={search} onChange={set} />
      {activity.error ? (
        <FailureNotice error={activity.error} onRetry={() => void activity.refetch()} />
      ) : activity.data === undefined ? (
        <Skeleton rows={5} />
      ) : events.length === 0 ? (
        <EmptyState title={texts.emptyTitle} text={texts.empty} />
      ) : (
        <Days accountId={accountId} events={events} />
      )}
      {activity.hasNextPage && (
        <p className="more">
          <Button isBusy={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
            {texts.more}
          </Button>
        </p>
      )}
    </Page>
  )
}

interface DaysProps {
  readonly accountId: string
  readonly events: readonly ActivityEntry[]
}

/** What happened on each day, with acts as one row. */
function Days({ accountId, events }: DaysProps) {
  // Rows, not acts: an act that is open stays open when rows are added to it, or when its beginning is loaded.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const days = groupByDay(events)
  const folded = foldActivity([...days.values()])
  return [...days.keys()].map((day, index) => (
    <section key={day} className="stack tight">
      <h2>{day}</h2>
      <ol className="card rows">
        {folded[index]?.map((row) => {
          if (!('progress' in row)) return <ActivityRow key={row.id} accountId={accountId} entry={row} />
          const ids = row.entries.map(({ id }) => id)
          const isOpen = ids.some((id) => opened.has(id))
          return (
            <ActRow
              key={row.key}
              accountId={accountId}
              act={row}
              isOpen={isOpen}
              onToggle={() =>
                setOpened(new Set(isOpen ? [...opened].filter((id) => !ids.includes(id)) : [...opened, ...ids]))
              }
            />
          )
        })}
      </ol>
    </section>
  ))
}

/** By the days of the person at the screen. Entries come in the order of time. */
function groupByDay(entries: readonly ActivityEntry[]): ReadonlyMap<string, readonly ActivityEntry[]> {
  const format = new Intl.DateTimeFormat(words.locale, { dateStyle: 'full' })
  return Map.groupBy(entries, ({ at }) => format.format(new Date(at)))
}

/** Days of the person at the screen, until the end of the last one. */
function readFilters(search: URLSearchParams): ActivityFilters {
  const kind = search.get('kind') ?? ''
  const toInstant = (day: string | null, addedDays: number): string | undefined => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day ?? '')) return undefined
    const at = new Date(`${day}T00:00`)
    at.setDate(at.getDate() + addedDays)
    return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
  }
  return {
    actor: search.get('by') ?? undefined,
    kind: kind in words.activity.kinds ? (kind as ActivityKind) : undefined,
    failures: search.get('failures') === 'true' ? 'true' : undefined,
    from: toInstant(search.get('from'), 0),
    to: toInstant(search.get('to'), 1),
  }
}

interface ToolbarProps {
  readonly accountId: string
  readonly search: URLSearchParams
  readonly onChange: (name: string, value: string) => void
}

function Toolbar({ accountId, search, onChange }: ToolbarProps) {
  const members = useMembers(accountId).data?.pages.flatMap(({ data }) => data) ?? []
  const { activity: texts } = words
  const bind = (name: string) => ({
    value: search.get(name) ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onChange(name, value),
  })
  return (
    <search className="toolbar">
      <Select {...bind('by')} label={texts.by}>
        <option value="">{texts.anybody}</option>
        {members.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
      </Select>
      <Select {...bind('kind')} label={texts.kind}>
        <option value="">{texts.anything}</option>
        {(Object.keys(texts.kinds) as ActivityKind[]).map((kind) => (
          <option key={kind} value={kind}>
            {texts.kinds[kind]}
          </option>
        ))}
      </Select>
      <Select {...bind('failures')} label={texts.result}>
        <option value="">{texts.anything}</option>
        <option value="true">{texts.failures}</option>
      </Select>
      <Field {...bind('from')} label={texts.from} type="date" />
      <Field {...bind('to')} label={texts.to} type="date" />
    </search>
  )
}
