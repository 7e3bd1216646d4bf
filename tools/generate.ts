import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as contract from '@spindle/contract'
import { openApiDocument } from '@spindle/contract/openapi'
import { spindleProgram } from '../packages/cli/src/program.ts'
import { unofferedIds } from '../packages/client/src/operations/endpoints.ts'
import { localTools, tools } from '../packages/mcp/src/index.ts'
import { hubProgram } from '../packages/server/src/cli/all-commands.ts'
import { type Setting, settings } from '../packages/server/src/config/settings.ts'
import { errorCodes, errorMarkdown } from '../packages/server/src/features/discovery/pages/error-page.ts'
import { logEvents } from '../packages/server/src/platform/logging/log-events.ts'
import { metricDefinitions } from '../packages/server/src/platform/metrics/metric-definitions.ts'
import { clientMethods } from './client-methods.ts'
import { commandReference } from './command-reference.ts'
import { dashboard } from './dashboard.ts'
import { endpointTable } from './endpoint-table.ts'
import { reviseFunction } from './function-revisions.ts'
import { requestTypes } from './request-types.ts'
import { commandTable, eventTable, methodTable, metricTable, toolTable } from './tables.ts'

/**
 * Writes every generated file of the repository: `npm run gen`. With `--check` it changes nothing and fails when a
 * committed file differs, is missing, or should no longer exist.
 */

const root = resolve(import.meta.dirname, '..')

function envExample(): string {
  const entries = settings.map(({ key, help, ...setting }: Setting) => {
    const value = setting.default ?? setting.example ?? ''
    const secret = setting.secret ? ' Secret.' : ''
    return `# ${help}${secret}\n# ${key}=${value}\n`
  })
  return [
    '# Generated from packages/server/src/config/settings.ts. Every setting is optional; values are defaults or examples.\n',
    ...entries,
  ].join('\n')
}

/** A page that is written by hand but for tables, each between two comments. */
function withTables(path: string, tables: Readonly<Record<string, string>>): [string, string] {
  const page = Object.entries(tables).reduce((text, [name, table]) => {
    const [start, end] = [`<!-- ${name}:start -->\n`, `\n<!-- ${name}:end -->`]
    const from = text.indexOf(start)
    const to = text.indexOf(end, from)
    if (from < 0 || to < 0) throw new Error(`${path} has no place for the table of ${name}`)
    return text.slice(0, from + start.length) + table + text.slice(to)
  }, read(path) ?? '')
  return [path, page]
}

/** What requests carry, by the name of its type. */
const requests = [
  { name: 'TrackInput', comment: 'One recording as handed in (ERN SoundRecording)', schema: contract.TrackInput },
  { name: 'ReleaseInput', comment: 'Body of `createRelease`', schema: contract.ReleaseInput },
  {
    name: 'TrackEdit',
    comment:
      'A track as handed in with a change: `id` says which track of the release it is; without it the track is new',
    schema: contract.TrackEdit,
  },
  {
    name: 'ReleasePatch',
    comment:
      'Body of `updateRelease` (JSON Merge Patch, RFC 7396). Arrays are replaced whole; `null` removes what may be absent',
    schema: contract.ReleasePatch,
  },
  { name: 'TakedownRequest', comment: 'Body of `takedownRelease`', schema: contract.TakedownRequest },
  { name: 'LegacyReleaseInput', comment: 'Body of `createLegacyRelease`', schema: contract.LegacyReleaseInput },
  { name: 'NewApiKey', comment: 'Body of `createKey`', schema: contract.NewApiKey },
  { name: 'NewImport', comment: 'Body of `createImport`', schema: contract.NewImport },
  { name: 'TableMapping', comment: 'Body of `keepTableMapping`', schema: contract.TableMapping },
  { name: 'NewTableImport', comment: 'Body of `createTableImport`', schema: contract.NewTableImport },
  { name: 'BulkFilters', comment: '`filters` of `createBulk`', schema: contract.BulkFilters },
  { name: 'BulkOutlets', comment: '`outlets` of `createBulk`', schema: contract.BulkOutlets },
  { name: 'NewBulk', comment: 'Body of `createBulk`', schema: contract.NewBulk },
  { name: 'NewTransfer', comment: 'Body of `createTransfer`', schema: contract.NewTransfer },
  { name: 'TransferPatch', comment: 'Body of `updateTransfer`', schema: contract.TransferPatch },
  { name: 'TransferMark', comment: 'Body of `markTransferReleases`', schema: contract.TransferMark },
  { name: 'NewReport', comment: 'Body of `createReport`', schema: contract.NewReport },
  { name: 'ReportToPreview', comment: 'Body of `previewReport`', schema: contract.ReportToPreview },
  { name: 'NewWebhook', comment: 'Body of `createWebhook`', schema: contract.NewWebhook },
  { name: 'LabelDefaults', comment: '`defaults` of a label', schema: contract.LabelDefaults },
  { name: 'ReleaseDefaults', comment: 'Defaults of an account', schema: contract.ReleaseDefaults },
  { name: 'NewLabel', comment: 'Body of `createLabel`', schema: contract.NewLabel },
  { name: 'LabelPatch', comment: 'Body of `updateLabel`', schema: contract.LabelPatch },
  { name: 'DefaultsChange', comment: 'Body of `updateDefaults`', schema: contract.DefaultsChange },
  { name: 'NewParty', comment: 'Body of `createParty`', schema: contract.NewParty },
  { name: 'PartyMergeRequest', comment: 'Body of `mergeParty`', schema: contract.PartyMergeRequest },
  {
    name: 'PartySuggestionAcceptance',
    comment: 'Body of `acceptPartySuggestion`',
    schema: contract.PartySuggestionAcceptance,
  },
  {
    name: 'PartySuggestionDismissal',
    comment: 'Body of `dismissPartySuggestion`',
    schema: contract.PartySuggestionDismissal,
  },
  { name: 'KeyRotation', comment: 'Body of `rotateKey`', schema: contract.rotateKey.body },
  { name: 'PlayEvent', comment: 'One listening event of `reportPlays`', schema: contract.PlayEvent },
  { name: 'ReleaseListQuery', comment: 'Query of `listReleases`', schema: contract.listReleases.query },
  { name: 'PageQuery', comment: 'Query of lists without filters', schema: contract.listReleaseEvents.query },
  { name: 'PreviewQuery', comment: 'Query of `previewMessage`', schema: contract.previewMessage.query },
  { name: 'UploadListQuery', comment: 'Query of `listUploads`', schema: contract.listUploads.query },
  { name: 'KeyListQuery', comment: 'Query of `listKeys`', schema: contract.listKeys.query },
  { name: 'CatalogQuery', comment: 'Query of `listCatalog`', schema: contract.listCatalog.query },
  { name: 'RecordingsQuery', comment: 'Query of `listRecordings`', schema: contract.listRecordings.query },
  { name: 'LabelsQuery', comment: 'Query of `listLabels`', schema: contract.listLabels.query },
  { name: 'PartiesQuery', comment: 'Query of `listParties`', schema: contract.listParties.query },
  {
    name: 'PartySuggestionsQuery',
    comment: 'Query of `listPartySuggestions`',
    schema: contract.listPartySuggestions.query,
  },
  {
    name: 'AnalyticsQuery',
    comment: 'Query of `getMusicAnalytics` and `getDistributorAnalytics`',
    schema: contract.getMusicAnalytics.query,
  },
  { name: 'FeedQuery', comment: 'Query of `getFeed`', schema: contract.getFeed.query },
]

/** What the client has no method for. */
const unoffered: ReadonlySet<string> = new Set(unofferedIds)

/** Path from the root -> content. */
function generatedFiles(): Map<string, string> {
  return new Map([
    ['openapi.json', `${JSON.stringify(openApiDocument(''), null, 2)}\n`],
    ['.env.example', envExample()],
    ['deploy/grafana/spindle.json', dashboard()],
    ['packages/contract/src/definition/request-types.ts', requestTypes(requests)],
    [
      'packages/client/src/operations/endpoint-table.ts',
      endpointTable(contract.operations.filter(({ id }) => !unoffered.has(id))),
    ],
    ['docs/commands.md', commandReference([spindleProgram, hubProgram])],
    withTables('packages/cli/README.md', { commands: commandTable(spindleProgram.commands) }),
    withTables('docs/cli.md', { commands: commandTable(spindleProgram.commands) }),
    withTables('docs/metrics.md', { metrics: metricTable(metricDefinitions) }),
    withTables('docs/log-events.md', { events: eventTable(logEvents) }),
    withTables('packages/client/README.md', { methods: methodTable(clientMethods(join(root, 'packages/client'))) }),
    withTables('packages/mcp/README.md', { tools: toolTable([...tools, ...localTools]) }),
    ...functionFiles(),
    ...errorCodes.map((code): [string, string] => [`docs/errors/${code}.md`, errorMarkdown(code)]),
  ])
}

/** Functions of the database, each with the revision of its text in the first line. */
function functionFiles(): [string, string][] {
  const folder = 'packages/server/migrations/functions'
  return readdirSync(join(root, folder)).map((file) => [
    `${folder}/${file}`,
    reviseFunction(file, read(`${folder}/${file}`) ?? ''),
  ])
}

const read = (path: string): string | undefined => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

/** Pages of codes that no longer exist. */
const leftovers = (files: ReadonlyMap<string, string>): string[] =>
  (readdirSync(join(root, 'docs'), { recursive: true }) as string[])
    .map((path) => `docs/${path}`)
    .filter((path) => /^docs\/errors\/[^/]+\.md$/.test(path) && !files.has(path))

const files = generatedFiles()
const changed = [...files].filter(([path, content]) => read(path) !== content)
const stale = leftovers(files)

if (process.argv.includes('--check')) {
  for (const path of [...changed.map(([changedPath]) => changedPath), ...stale]) console.error(`${path} is out of date`)
  if (changed.length + stale.length > 0) {
    console.error('Run: npm run gen')
    process.exitCode = 1
  }
} else {
  for (const [path, content] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  for (const path of stale) rmSync(join(root, path))
  console.log(`${changed.length} written, ${stale.length} removed, ${files.size} in all`)
}
