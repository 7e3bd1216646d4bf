import type { Analytics, AnalyticsJsonQuery, AnalyticsResource } from '@spindle/client'
import { type InputValues, UsageError } from '@spindle/command-line'
import { type AnalyticsDimension, type Granularity, granularities } from '@spindle/contract'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { readTextPages } from '../../hub/read-text-pages.ts'
import type { get } from './analytics-commands.ts'
import { drawChart } from './draw-chart.ts'
import { formatHeading, formatRows, formatSummary } from './format-analytics.ts'

export const getAnalytics: CommandHandler<typeof get> = async (context, given) => {
  const { out, signal } = context
  const { analytics } = await context.client()
  const query = queryOf(given)
  if (given.format === 'csv') {
    await writeCsv(context, { analytics, query, isEverything: given.allReleases })
    return undefined
  }
  const answer = await (given.allReleases ? analytics.getAll(query, { signal }) : analytics.get(query, { signal }))
  const dimensions = (query.groupBy?.split(',') ?? []) as AnalyticsDimension[]
  out.result(answer, () =>
    out.isTerminal
      ? [
          out.paint('bold', formatHeading(answer, dimensions)),
          ...drawChart(answer, { dimensions, columns: out.columns, isFirstPage: query.cursor === undefined }),
          ...(answer.meta.sources.length === 0 ? [] : formatSummary(answer)),
        ]
      : formatRows(answer, dimensions),
  )
  if (answer.data.length === 0 && !out.isJson) out.say(emptyWords(answer, given.kind))
  const { hasMore, nextCursor } = answer.page
  if (hasMore && nextCursor !== null) out.next(`More: add --cursor ${nextCursor}, or --format csv for all rows`)
  return undefined
}

const emptyWords = ({ meta }: Analytics, kind: 'plays' | 'report' | undefined): string => {
  if (kind === 'report')
    return meta.sources.length === 0
      ? 'There are no store reports for your releases yet. Import one with: spindle reports import <file>'
      : 'There are no reports for these months. Choose a longer range with --from and --to, or remove a filter.'
  return meta.sources.length === 0
    ? 'No plays were reported yet. Numbers appear a few seconds after a property reports plays.'
    : 'There were no plays in this period. Choose a longer range with --from and --to, or remove a filter.'
}

interface Csv {
  readonly analytics: AnalyticsResource
  readonly query: AnalyticsJsonQuery
  readonly isEverything: boolean
}

async function writeCsv({ out, signal }: CommandContext, { analytics, query, isEverything }: Csv): Promise<void> {
  const isWhole = query.limit === undefined && query.cursor === undefined
  const ask = (cursor: object) => {
    const page = { ...query, limit: isWhole ? undefined : (query.limit ?? largestPage), ...cursor }
    return isEverything ? analytics.csvOfAll(page, { signal }) : analytics.csv(page, { signal })
  }
  await out.stream(readTextPages({ requestPage: ask, hasHeading: true, isWhole, signal }))
}

const largestPage = 10_000

type Words = InputValues<typeof get>

function queryOf({ groupBy, metrics, release, track, allReleases: _, format: __, ...rest }: Words): AnalyticsJsonQuery {
  const words = [...new Set(groupBy ?? [])]
  const periods = words.filter((word): word is Granularity => (granularities as readonly string[]).includes(word))
  const dimensions = words.filter((word) => !(granularities as readonly string[]).includes(word))
  if (periods.length > 1)
    throw new UsageError(`--group-by has ${periods.join(' and ')}`, 'Choose one period: day, week, month or total.')
  if (dimensions.length > 2) throw new UsageError(`--group-by has ${dimensions.length} groups`, 'Choose at most two.')
  return {
    ...rest,
    // Groups without a period: totals, highest first.
    granularity: periods[0] ?? (dimensions.length > 0 ? 'total' : 'day'),
    groupBy: dimensions.length > 0 ? dimensions.join(',') : undefined,
    metrics: metrics?.join(','),
    // Whether an id is well-formed is for the hub to check.
    releaseId: release as AnalyticsJsonQuery['releaseId'],
    trackId: track as AnalyticsJsonQuery['trackId'],
  }
}
