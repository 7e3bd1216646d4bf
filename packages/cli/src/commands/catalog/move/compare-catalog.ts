import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { exitCodes } from '@spindle/command-line'
import type { CommandContext } from '../../../command-line/command-context.ts'
import type { CommandHandler } from '../../../command-line/define-command.ts'
import { formatTable, type TableColumns } from '../../../output/format-table.ts'
import { formatCount } from '../../../output/format-units.ts'
import type { compareTable as input } from '../catalog-commands.ts'
import { readTableText } from '../table/read-table-text.ts'
import { type ComparedCatalogs, compareCatalogs, type MoveFinding, type OwnRelease } from './compare-catalogs.ts'
import { readOtherCatalog } from './read-other-catalog.ts'
import { writeTakedownLetter } from './takedown-letter.ts'

/** Compares the catalog with the table of another distributor. Changes nothing in the hub. */
export const compareCatalog: CommandHandler<typeof input> = async (context, { file, letter }) => {
  const table = readOtherCatalog(await readTableText(context, file))
  const compared = compareCatalogs(table, await readOwnCatalog(context))
  const live = compared.matching.filter(isLiveEverywhere)
  show(context, compared, live)
  if (letter !== undefined && live.length > 0) {
    await writeFile(resolve(context.cwd, letter), writeTakedownLetter(live))
    context.out.next(`Next: send ${letter} to the other distributor`)
  }
  return compared.findings.some(({ severity }) => severity === 'error') ? exitCodes.validation : exitCodes.ok
}

/** Drafts that were deleted, and releases that no store has any more, do not count. */
async function readOwnCatalog({ client, signal }: CommandContext): Promise<OwnRelease[]> {
  const { catalog } = await client()
  const releases: OwnRelease[] = []
  for await (const item of catalog.list({ include: 'tracks', limit: 100 }, { signal }))
    if (!item.deleted && item.status !== 'taken_down') releases.push(item)
  return releases
}

/** At every outlet that it was delivered to: the other distributor may then take its copy down. */
const isLiveEverywhere = ({ deliverySummary: { total, live } }: OwnRelease): boolean => total > 0 && live === total

const findingColumns: TableColumns<MoveFinding> = [
  ['line', ({ line }) => String(line)],
  ['severity', ({ severity }) => severity],
  ['release', ({ releaseId }) => releaseId, 'id'],
  ['finding', ({ message }) => message, 'text'],
]

function show({ out }: CommandContext, compared: ComparedCatalogs, live: readonly OwnRelease[]): void {
  const { findings, matching, notInTable } = compared
  const ids = (releases: readonly OwnRelease[]) => releases.map(({ id, upc, title }) => ({ id, upc, title }))
  out.result({ findings, matching: ids(matching), live: ids(live), notInTable: ids(notInTable) }, () =>
    formatTable(findingColumns, findings, { header: out.isTerminal, columns: out.columns }),
  )
  const errors = findings.filter(({ severity }) => severity === 'error').length
  out.say(
    [
      `${formatCount(matching.length, 'release')} without errors, ${live.length} of them live everywhere`,
      `${formatCount(errors, 'error')}, ${formatCount(findings.length - errors, 'warning')}`,
      `${formatCount(notInTable.length, 'release')} of the hub not in the table`,
    ].join('; '),
  )
}
