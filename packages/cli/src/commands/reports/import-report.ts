import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { NewReport, ReportPreview, ReportToPreview, Spindle } from '@spindle/client'
import { uploadFile } from '@spindle/client/node'
import { type InputValues, requireOption, UsageError } from '@spindle/command-line'
import { decodeUnicode } from '@spindle/contract/text-files'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable } from '../../output/format-table.ts'
import { formatReport, formatSetAside, waitingReasons } from './format-report.ts'
import type { importInput } from './report-commands.ts'

export const importReport: CommandHandler<typeof importInput> = async (context, input) => {
  const { files, replace, add, preview, setAside } = input
  if (replace && add) throw new UsageError('--replace and --add cannot be used together')
  const how = { ...(await readHow(context, input)), ...(setAside && { unreadable: 'set_aside' as const }) }
  const client = await context.client()
  const uploads = await sendAll(context, client, files)
  if (preview) {
    const found = await client.reports.preview({ uploads, ...how }, { signal: context.signal })
    context.out.result(found, () => formatPreview(found, context))
    return undefined
  }
  const overlap = replace ? 'replace' : add ? 'add' : undefined
  const body: NewReport = { uploads, ...how, ...(overlap && { overlap }) }
  const report = await client.reports.create(body, { signal: context.signal })
  context.out.result(report, () => [...formatReport(report), ...formatSetAside(report.setAside)])
  if (report.setAsideLines > report.setAside.length)
    context.out.next(`To list all lines that could not be read: spindle reports set-aside ${report.id}`)
  context.out.next(`To undo it: spindle reports undo ${report.id}`)
  return undefined
}

async function readHow(
  context: CommandContext,
  { mapping, preset, ...given }: InputValues<typeof importInput>,
): Promise<Omit<ReportToPreview, 'uploads'>> {
  const source = requireOption(given.source, '--source', '--source distrokid')
  if (mapping !== undefined && preset !== undefined)
    throw new UsageError('--mapping and --preset cannot be used together')
  if (mapping === undefined) return { source, ...(preset && { preset }) }
  const bytes = await readFile(resolve(context.cwd, mapping)).catch(() => undefined)
  if (bytes === undefined) throw new UsageError(`--mapping: ${mapping} cannot be read`)
  const text = decodeUnicode(bytes)
  if (text === undefined) throw new UsageError(`--mapping: ${mapping} is not UTF-8`, 'Save it as UTF-8.')
  try {
    return { source, mapping: JSON.parse(text) as NonNullable<ReportToPreview['mapping']> }
  } catch {
    throw new UsageError(`--mapping: ${mapping} is not JSON; see docs/reports.md for an example`)
  }
}

/** One after the other: reports are small. */
async function sendAll(context: CommandContext, client: Spindle, files: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const file of files) {
    const path = resolve(context.cwd, file)
    const upload = await uploadFile(client, path, {
      kind: 'report',
      filename: basename(path),
      resume: false,
      signal: context.signal,
    })
    ids.push((await client.uploads.waitFor(upload.id, { signal: context.signal })).id)
  }
  return ids
}

const formatPreview = ({ rows, hasMore, setAside }: ReportPreview, { out }: CommandContext): readonly string[] => [
  ...formatTable(
    [
      ['verdict', ({ verdict }) => verdict],
      ['why', ({ reason }) => (reason === null ? '' : waitingReasons[reason])],
      ['isrc', ({ isrc }) => isrc ?? ''],
      ['upc', ({ gtin14 }) => gtin14 ?? ''],
      ['title', ({ title }) => title, 'text'],
      ['store', ({ store }) => store, 'text'],
      ['country', ({ territory }) => territory ?? ''],
      ['from', ({ from }) => from],
      ['to', ({ to }) => to],
      ['streams', ({ streams }) => streams?.toString()],
      ['downloads', ({ downloads }) => downloads?.toString()],
      ['revenue', ({ revenue }) => (revenue ? `${revenue.amount} ${revenue.currency}` : '')],
    ],
    rows,
    { header: true, columns: out.columns },
  ),
  ...formatSetAside(setAside),
  ...(hasMore
    ? ['These are the first lines. To import the report, run the command without --preview.']
    : ['These are all lines. To import the report, run the command without --preview.']),
]
