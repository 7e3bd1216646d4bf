import type { TransferFinding } from '@spindle/client'
import { exitCodes } from '@spindle/command-line'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable, type TableColumns } from '../../output/format-table.ts'
import { formatCount } from '../../output/format-units.ts'
import type { compare } from './transfer-commands.ts'

interface FindingOfRelease extends TransferFinding {
  readonly upc: string
  readonly releaseId: string | null
}

const columns: TableColumns<FindingOfRelease> = [
  ['line', ({ line }) => line],
  ['upc', ({ upc }) => upc],
  ['severity', ({ severity }) => severity],
  ['finding', ({ message, fix }) => `${message} ${fix}`, 'text'],
]

/** Every finding of every release. Those that would break play counts decide the exit code. */
export const compareTransfer: CommandHandler<typeof compare> = async (context, { transferId, errors: onlyErrors }) => {
  const { out, signal } = context
  const { transfers } = await context.client()
  const findings: FindingOfRelease[] = []
  const counts = { releases: 0, equal: 0, errors: 0, warnings: 0 }
  for await (const release of transfers.releases(transferId, { limit: 100 }, { signal })) {
    const { upc, releaseId } = release
    counts.releases += 1
    counts.errors += release.errors
    counts.warnings += release.warnings
    if (release.errors + release.warnings === 0) counts.equal += 1
    for (const finding of release.findings)
      if (!onlyErrors || finding.severity === 'error') findings.push({ upc, releaseId, ...finding })
  }
  out.result({ ...counts, findings }, () =>
    formatTable(columns, findings, { header: out.isTerminal, columns: out.columns }),
  )
  const { releases, equal, errors, warnings } = counts
  out.say(
    `${equal} of ${formatCount(releases, 'release')} equal; ${formatCount(errors, 'error')}, ${formatCount(warnings, 'warning')}`,
  )
  if (errors > 0) out.next('Next: correct the errors, then run the command again before you submit')
  return errors > 0 ? exitCodes.validation : exitCodes.ok
}
