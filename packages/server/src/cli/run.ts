import {
  type Command,
  describeSystemError,
  exitCodes,
  formatUsage,
  isSystemError,
  runProgram,
  UsageError,
} from '@spindle/command-line'
import { hubCommandOf } from '../config/config.ts'
import { ConfigError } from '../config/problems.ts'
import { DatabaseAddressError } from '../platform/database/connections/unusable-database.ts'
import { hubBuild } from '../platform/process/version.ts'
import { commands, hubProgram } from './all-commands.ts'
import { endOnSignal } from './hub/end-on-signal.ts'
import type { OperatorContext } from './operator-command/operator-command.ts'
import { plainText } from './operator-command/plain-text.ts'

/** A command line of the operator, and the process around it. */
export interface OperatorCall extends Omit<OperatorContext, 'program'> {
  readonly args: readonly string[]
}

/** Runs the command that the arguments name and returns the exit code. Every failure is one clear line and its fix. */
export async function runCommand({ args, ...call }: OperatorCall): Promise<number> {
  const context: OperatorContext = { ...call, program: hubProgram }
  let started: Command<OperatorContext> | undefined
  // Help is written as one text; here each call is one line.
  const linesTo = (say: (line: string) => void) => (text: string) => {
    for (const line of text.trimEnd().split('\n')) say(line)
  }
  try {
    return await runProgram<OperatorContext, object>(args.length === 0 ? ['--help'] : args, {
      ...hubProgram,
      typedAs: hubCommandOf(context.environment),
      version: hubBuild,
      out: linesTo(context.out),
      err: linesTo(context.err),
      async start(command, given) {
        started = command
        const facts = commands.find(({ name }) => name === command.name) ?? {}
        const code = await command.load()
        return (await endOnSignal(facts, context, (own) => code(own, given))) ?? exitCodes.ok
      },
    })
  } catch (error) {
    return explain(error, started, context)
  }
}

function explain(
  error: unknown,
  command: Command<OperatorContext> | undefined,
  { environment, err }: OperatorContext,
): number {
  if (error instanceof UsageError) {
    err(error.message)
    if (error.fix !== undefined) err(error.fix)
    else if (command) err(`Usage: ${hubCommandOf(environment)} ${formatUsage(command)}`)
    return exitCodes.usage
  }
  if (error instanceof ConfigError) {
    err('The configuration is not valid:')
    for (const { key, problem, fix } of error.problems) err(`  ${key}: ${problem}. Fix: ${fix}.`)
    return exitCodes.config
  }
  // The message may contain text that people wrote.
  err(plainText(oneLine(error)))
  return error instanceof DatabaseAddressError ? exitCodes.config : exitCodes.failed
}

/** Members of the errors of the hub's own start. */
interface StartError {
  readonly code?: string
  readonly port?: number
  readonly address?: string
  readonly hostname?: string
  /** Which setting contains the port. */
  readonly setting?: string
  readonly fix?: string
}

function oneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port, address, hostname, setting = 'SPINDLE_PORT', fix } = error as Error & StartError
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Fix: stop it, or set ${setting} to a free port.`
  if (code === 'EACCES' && port !== undefined)
    return `This user cannot use port ${port}. Fix: set ${setting} to 1024 or higher.`
  if (code === 'EADDRNOTAVAIL')
    return `${address} is not an address of this machine. Fix: set SPINDLE_HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${hostname} cannot be resolved. Fix: correct SPINDLE_HOST, for example to an address such as 127.0.0.1 or 0.0.0.0.`
  if (fix !== undefined) return `${error.message}. Fix: ${fix}.`
  if (!isSystemError(error)) return error.message
  const { what, fix: known } = describeSystemError(error)
  return known === undefined ? what : `${what}. ${known}`
}
