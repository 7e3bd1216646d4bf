import type { Spindle } from '@spindle/client'
import { exitCodes } from '@spindle/command-line'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatFindings } from '../../output/format-findings.ts'
import { formatCount } from '../../output/format-units.ts'
import { isReleaseEditable } from '../../releases/is-release-editable.ts'
import type { validate } from './release-commands.ts'

export const validateRelease: CommandHandler<typeof validate> = async (
  { client, out, signal },
  { releaseId, outlet },
) => {
  const check = await (await client()).releases.validate(releaseId, { outlet, signal })
  const { findings, validation, suggestedType } = check
  out.result(check, () => [
    ...formatFindings(findings, out),
    `${formatCount(validation.errors, 'error')}, ${formatCount(validation.warnings, 'warning')}${outlet === undefined ? '' : ` for the outlet ${outlet}`}. Its tracks suggest the type ${suggestedType}.`,
  ])
  if (validation.errors > 0) {
    out.next(`Next: fix the problems marked ✖, for example with: spindle releases update ${releaseId} <file>`)
    return exitCodes.validation
  }
  if (out.isLive) out.next(await nextCommand(await client(), releaseId, signal))
  return undefined
}

/** A submitted release cannot be submitted again. */
async function nextCommand({ releases }: Spindle, releaseId: string, signal: AbortSignal): Promise<string> {
  const release = await releases.get(releaseId, { signal })
  const waits = isReleaseEditable(release) || release.pendingRevision !== null
  return `Next: spindle releases ${waits ? 'submit' : 'get'} ${releaseId}`
}
