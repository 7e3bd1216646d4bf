import type { CommandHandler } from '../../command-line/define-command.ts'
import { exitCodes } from '../../errors/command-error.ts'
import { formatFindings } from '../../output/format-findings.ts'
import { formatCount } from '../../output/format-units.ts'
import type { one } from './release-commands.ts'

export const validateRelease: CommandHandler<typeof one> = async ({ client, out, signal }, { releaseId }) => {
  const check = await (await client()).releases.validate(releaseId, { signal })
  const { findings, validation, suggestedType } = check
  out.result(check, () => [
    ...formatFindings(findings, out),
    `${formatCount(validation.errors, 'error')}, ${formatCount(validation.warnings, 'warning')}. By its tracks it is of type ${suggestedType}.`,
  ])
  if (validation.errors > 0) {
    out.next(`Next: fix what is marked ✖, for instance with: spindle releases update ${releaseId} <file>`)
    return exitCodes.validation
  }
  out.next(`Next: spindle releases submit ${releaseId}`)
  return undefined
}
