import type { Run } from '../command.ts'
import { exitCodes } from '../errors.ts'
import { findingLines } from '../findings.ts'
import { counted } from '../units.ts'
import type { one } from './commands.ts'

export const validateRelease: Run<typeof one> = async ({ client, out, signal }, { releaseId }) => {
  const check = await (await client()).releases.validate(releaseId, { signal })
  const { findings, validation, suggestedType } = check
  out.result(check, () => [
    ...findingLines(findings, out),
    `${counted(validation.errors, 'error')}, ${counted(validation.warnings, 'warning')}. By its tracks it is of type ${suggestedType}.`,
  ])
  if (validation.errors > 0) {
    out.next(`Next: mend what is marked ✖, for instance with  spindle releases update ${releaseId} <file>`)
    return exitCodes.validation
  }
  out.next(`Next: spindle releases submit ${releaseId}`)
  return undefined
}
