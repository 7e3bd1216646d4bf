import type { ProgramEnd, ProgramRunner } from '../../../platform/programs/run-program.ts'
import { OutletFailure } from '../../outlets/index.ts'
import type { ProgramSettings } from './program-settings.ts'
import { type ProgramAnswer, readStates, StateRefused } from './read-states.ts'
import type { RunFolder } from './run-folder.ts'

/** One run of the program of an outlet, and what its end means. */

export interface ProgramCall {
  readonly settings: ProgramSettings
  readonly folder: Pick<RunFolder, 'package' | 'work'>
  readonly variables: Readonly<Record<string, string>>
  readonly purpose: 'offer' | 'takedown'
  readonly signal: AbortSignal
}

/** EX_TEMPFAIL of sysexits.h. */
const tryLater = 75
const maxOutputBytes = 1024 * 1024

/** Throws `OutletFailure`: final if the program says that it failed, and otherwise one that is tried again. */
export async function callProgram(
  runner: ProgramRunner,
  { settings, folder, variables, purpose, signal }: ProgramCall,
): Promise<ProgramAnswer> {
  const { program, timeoutSeconds, memoryMiB } = settings
  const end = await runner.run({
    program,
    args: [folder.package],
    folder: folder.work,
    variables,
    limits: { timeoutMs: timeoutSeconds * 1000, memoryMiB, maxOutputBytes },
    signal,
  })
  return answerOf(end, purpose)
}

function answerOf(end: ProgramEnd, purpose: 'offer' | 'takedown'): ProgramAnswer {
  const said = end.stderr === '' ? '' : ` It said: ${end.stderr}`
  if (end.ended === 'stopped') throw new OutletFailure('attempt_lost', 'The hub stopped the program before its end.')
  if (end.ended === 'failed') throw new OutletFailure('program_ended', `The program was ended: ${end.reason}.${said}`)
  if (end.code === tryLater)
    throw new OutletFailure('program_try_later', `The program asks to try again later (exit code 75).${said}`)
  if (end.code !== 0)
    throw new OutletFailure('program_failed', `The program failed with exit code ${end.code}.${said}`, {
      isFinal: true,
    })
  try {
    return readStates(end, purpose)
  } catch (error) {
    if (!(error instanceof StateRefused)) throw error
    throw new OutletFailure('program_failed', `The answer of the program is not valid: ${error.message}.${said}`, {
      isFinal: true,
    })
  }
}
