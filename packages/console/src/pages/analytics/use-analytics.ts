import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import { rangeOf } from '../../data/days.ts'

/** What the page shows is in its address: people can share it, and Back works. */

export const rangeLengths = [7, 28, 90, 365] as const
export type RangeLength = (typeof rangeLengths)[number]
export const dimensions = ['release', 'track', 'territory', 'outlet'] as const
export type Dimension = (typeof dimensions)[number]
export const metrics = ['streams', 'playedMs'] as const
export type Metric = (typeof metrics)[number]

export interface Question {
  readonly days: RangeLength
  readonly by: Dimension
  readonly metric: Metric
  readonly compares: boolean
}

const defaults: Question = { days: 28, by: 'release', metric: 'streams', compares: true }

export function useQuestion() {
  const [search, setSearch] = useSearchParams()
  const question: Question = {
    days: rangeLengths.find((days) => String(days) === search.get('days')) ?? defaults.days,
    by: dimensions.find((name) => name === search.get('by')) ?? defaults.by,
    metric: metrics.find((name) => name === search.get('metric')) ?? defaults.metric,
    compares: search.get('compare') !== 'none',
  }
  const change = (changes: Readonly<Record<string, string>>): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) next.set(name, value)
        return next
      },
      { replace: true },
    )
  return { question, change }
}

const staleMs = 60_000

/** The numbers day by day, with the period before. */
export const useDays = (accountId: string, { days, compares }: Question) =>
  useQuery({
    queryKey: ['analytics', accountId, days, compares],
    queryFn: ({ signal }) =>
      hubOf(accountId).analytics.getAll(
        {
          ...rangeOf(days),
          granularity: 'day',
          metrics: 'streams,playedMs',
          compare: compares ? 'previous' : undefined,
        },
        { signal },
      ),
    staleTime: staleMs,
    placeholderData: (before) => before,
  })

const groupsShown = 20

/** The numbers by release, track, country or outlet, most first. */
export const useGroups = (accountId: string, { days, by }: Question) =>
  useQuery({
    queryKey: ['analytics', accountId, days, 'by', by],
    queryFn: ({ signal }) =>
      hubOf(accountId).analytics.getAll(
        { ...rangeOf(days), granularity: 'total', groupBy: by, metrics: 'streams,playedMs', limit: groupsShown },
        { signal },
      ),
    staleTime: staleMs,
    placeholderData: (before) => before,
  })
