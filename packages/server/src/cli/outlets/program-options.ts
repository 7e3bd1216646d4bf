import { type InputValues, integer, text, UsageError, withDefault } from '@spindle/command-line'
import { longestRunSeconds, type ProgramPlace } from '../../features/interchange/index.ts'
import { findProgramProblem } from '../../platform/programs/find-program-problem.ts'
import { parseVariables, sealableVariables, VariablesRefused } from '../../platform/programs/program-variables.ts'
import type { OperatorContext } from '../operator-command/operator-command.ts'
import { readSecret } from './place-options.ts'

/** A program of the operator that takes packages, as options of the command line. */

export const variablesOption = {
  envFile: text('--env-file <file>', 'Program: file with its variables, NAME=VALUE in each line; - reads stdin'),
}

export const programOptions = {
  program: text('--program <file>', 'Program that sends the packages: its absolute path on this machine'),
  programTimeout: withDefault<number>(
    integer('--program-timeout <seconds>', 'Program: how long one run may take', { min: 1, max: longestRunSeconds }),
    3_600,
  ),
  programMemory: withDefault<number>(
    integer('--program-memory <MiB>', 'Program: memory of all its processes', { min: 16, max: 1_048_576 }),
    1_024,
  ),
  ...variablesOption,
}

type ProgramValues = InputValues<{ readonly options: typeof programOptions }>

export interface NewProgram {
  readonly kind: 'program'
  readonly place: ProgramPlace
  readonly secret: string | undefined
}

export async function readProgram(
  input: OperatorContext,
  program: string,
  { programTimeout: timeoutSeconds, programMemory: memoryMiB, envFile }: ProgramValues,
): Promise<NewProgram> {
  const problem = await findProgramProblem(program)
  if (problem !== undefined) throw new UsageError(`--program: ${program} ${problem}`)
  const secret = envFile === undefined ? undefined : await readVariables(input, envFile)
  return { kind: 'program', place: { program, timeoutSeconds, memoryMiB }, secret }
}

/** What is sealed of them. */
export async function readVariables(input: OperatorContext, file: string): Promise<string> {
  try {
    return sealableVariables(parseVariables(await readSecret(input, '--env-file', file)))
  } catch (error) {
    throw error instanceof VariablesRefused ? new UsageError(`--env-file: ${error.message}`) : error
  }
}
