import { choice, choices, day, flag, formerly, integer, text } from '@spindle/command-line'
import {
  analyticsDimensions,
  analyticsMetrics,
  commercialModels,
  countedKinds,
  granularities,
  playSources,
} from '@spindle/contract/vocabulary'
import { defineCommand } from '../../command-line/define-command.ts'

export const get = {
  options: {
    from: day('--from <day>', 'First day (UTC; default: 27 days before the last one)'),
    to: day('--to <day>', 'Last day (UTC), included (default: yesterday)'),
    groupBy: formerly(
      '--by',
      choices('--group-by <list>', 'A period, up to two groups, or both (default: day)', [
        ...granularities,
        ...analyticsDimensions,
      ]),
    ),
    metrics: choices('--metrics <list>', 'What to count (default: all)', analyticsMetrics),
    release: text('--release <id>', 'Only this release'),
    track: text('--track <id>', 'Only this track'),
    isrc: text('--isrc <isrc>', 'Only this recording'),
    upc: text('--upc <upc>', 'Only this product'),
    outlet: text('--outlet <id>', 'Only this outlet'),
    property: text('--property <id>', 'Only this property'),
    territory: text('--territory <code>', 'Only this country (ISO 3166-1, such as DE)'),
    source: choice('--source <source>', 'Only plays from this source', playSources),
    model: choice('--model <model>', 'Only plays under this model', commercialModels),
    kind: choice('--kind <kind>', 'Plays, or what stores say in their reports (default: plays)', countedKinds),
    allReleases: flag('--all-releases', 'Include releases of the single-asset API'),
    format: choice('--format <format>', 'Print rows for a spreadsheet', ['json', 'csv']),
    limit: integer('--limit <number>', 'Rows per page', { min: 1, max: 10_000 }),
    cursor: text('--cursor <cursor>', 'Continue where a page ended'),
  },
}

export const analyticsCommands = [
  defineCommand({
    name: 'analytics get',
    summary: 'Show plays by period and group, and where the numbers come from',
    description:
      'Shows how often releases were played, with totals, sources and how complete they are. --format csv writes all rows, or one page with --limit or --cursor.',
    examples: [
      'spindle analytics get --from 2026-11-01 --to 2026-11-20',
      'spindle analytics get --group-by week,territory --format csv > weeks.csv',
      'spindle analytics get --group-by track --release rel_...',
      'spindle analytics get --kind report --group-by month,outlet',
    ],
    operations: ['getMusicAnalytics', 'getDistributorAnalytics'],
    input: get,
    load: async () => (await import('./get-analytics.ts')).getAnalytics,
  }),
]
