import type { Upload } from '@spindle/client'
import { type ExitCode, exitCodes } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { View } from '../../deliver/view/plain-view.ts'
import type { Explanation } from '../../errors/explain-error.ts'
import { formatTable } from '../../output/format-table.ts'
import { formatBytes, formatCount } from '../../output/format-units.ts'
import { sanitizeText } from '../../output/terminal-output.ts'

/** The result of one file: `upload` as far as the hub has it, `failure` if it could not be sent or checked. */
export interface FileOutcome {
  readonly file: string
  readonly upload: Upload | null
  readonly failure: Explanation | undefined
}

/** Reports what was found in each file, what failed, and the total; returns the exit code. */
export function reportOutcomes({ out }: CommandContext, view: View, outcomes: readonly FileOutcome[]): ExitCode {
  for (const { file, upload } of outcomes)
    if (upload && upload.findings.length > 0)
      view.emit({ type: 'findings', findings: upload.findings.map((finding) => ({ ...finding, file })) })
  view.close()
  sayFailures(out, outcomes)
  out.result(outcomes.map(jsonOf), () => formatTable(columns, outcomes, { header: true, columns: out.columns }))
  const { words, exitCode, next } = summaryOf(outcomes)
  out.say(words)
  out.next(next)
  return exitCode
}

/** Which files were not sent, or not checked, and what to do. */
export function sayFailures(out: CommandContext['out'], outcomes: readonly FileOutcome[]): void {
  for (const { file, failure } of outcomes)
    if (failure) {
      out.say(
        `${out.paint('red', '✖')} ${sanitizeText(`${file}: ${failure.message}`)}  ${out.paint('dim', `[${failure.code}]`)}`,
      )
      if (failure.fix !== undefined) out.say(`  ${failure.fix}`)
    }
}

const columns = [
  ['id', ({ upload }: FileOutcome) => upload?.id ?? '', 'id'],
  ['status', ({ upload, failure }: FileOutcome) => (failure ? 'failed' : upload?.status)],
  ['file', ({ file }: FileOutcome) => file, 'text'],
] as const

function jsonOf({ file, upload, failure }: FileOutcome) {
  if (!failure) return { file, upload, error: null }
  const { code, message, fix, requestId } = failure
  return { file, upload, error: { code, message, fix, requestId } }
}

function summaryOf(outcomes: readonly FileOutcome[]) {
  const uploads = outcomes.flatMap(({ upload, failure }) => (upload && !failure ? [upload] : []))
  const bytes = uploads.reduce((sum, { offset }) => sum + offset, 0)
  const failed = outcomes.length - uploads.length
  const rejected = uploads.filter(({ status }) => status === 'rejected').length
  const arrived = `${formatCount(uploads.length, 'file')} (${formatBytes(bytes)}) uploaded`
  return {
    words: [
      arrived,
      ...(rejected > 0 ? [`${rejected} rejected`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ].join(', '),
    exitCode: failed > 0 ? exitCodes.failed : rejected > 0 ? exitCodes.validation : exitCodes.ok,
    next:
      failed > 0
        ? 'Next: run the same command again; uploaded files are not sent again.'
        : rejected > 0
          ? 'Next: fix the files marked ✖ and upload them again.'
          : 'Next: spindle releases create <file>, with these ids as uploadId',
  }
}
