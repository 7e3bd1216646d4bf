import { join } from 'node:path'
import { type Command, exitCodes, readBuildIdentity, runProgram } from '@spindle/command-line'
import type { CommandContext } from './command-line/command-context.ts'
import { findIdKind } from './command-line/define-command.ts'
import type { GlobalOptions } from './command-line/global-options.ts'
import { repeatOptions } from './command-line/repeat-options.ts'
import { InterruptedError } from './errors/command-error.ts'
import {
  type Output,
  type OutputOptions,
  sanitizeText,
  supportsColour,
  terminalOutput,
} from './output/terminal-output.ts'
import { spindleProgram } from './program.ts'

/** Runs one command line and answers the exit code. Whatever fails is shown once, with what to do. */

/** The process around a command; a test provides its own streams. */
export interface CommandProcess {
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly cwd: string
  /** Folder of the user. */
  readonly home: string
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  readonly signal: AbortSignal
}

/** Never throws: a failure is shown on stderr, and the answer is its exit code. */
export async function runCommandLine(cliProcess: CommandProcess): Promise<number> {
  let out = outputFor(cliProcess, { json: asksForJson(cliProcess.args) })
  try {
    return await runProgram<CommandContext, GlobalOptions>(cliProcess.args, {
      ...spindleProgram,
      version: readBuildIdentity(new URL('../package.json', import.meta.url)).build,
      out: (text) => cliProcess.stdout.write(text),
      err: (text) => cliProcess.stderr.write(text),
      async start(command, given, globals) {
        const { wrapText } = await import('./output/wrap-text.ts')
        out = outputFor(cliProcess, globals, wrapText)
        return startCommand(cliProcess, { command, given, globals, out })
      },
    })
  } catch (error) {
    return show(error, cliProcess, out)
  }
}

/** Shows a failure outside of a command, and answers the exit code. */
export const showError = (error: unknown, cliProcess: CommandProcess): Promise<number> =>
  show(error, cliProcess, outputFor(cliProcess, { json: asksForJson(cliProcess.args) }))

/** Also before the command line is understood, for its errors. */
const asksForJson = (args: readonly string[]): boolean => args.some((word) => /^--(json|fields)(=|$)/.test(word))

/** Those that a hub or a credential makes a difference to. */
const hubCommands = spindleProgram.commands.map(({ name }) => name).filter((name) => !name.startsWith('profiles '))

const outputFor = (
  { stdout, stderr, environment }: CommandProcess,
  globals: Partial<GlobalOptions>,
  wrap?: OutputOptions['wrap'],
): Output =>
  terminalOutput({
    stdout,
    stderr,
    json: globals.json === true,
    fields: globals.fields?.split(',').map((name) => name.trim()),
    colour: supportsColour(environment, stderr),
    wrap,
    completeCommands: (line) => repeatOptions(line, globals, hubCommands),
  })

interface CommandCall {
  readonly command: Command<CommandContext>
  readonly given: Record<string, unknown>
  readonly globals: GlobalOptions
  readonly out: Output
}

async function startCommand(
  cliProcess: CommandProcess,
  { command, given, globals, out }: CommandCall,
): Promise<number> {
  // Only now: `--help` needs neither the client nor the code of a command.
  const [{ commandContext }, { profileFile, findProfilePath }, code] = await Promise.all([
    import('./command-line/command-context.ts'),
    import('./hub/profile-file.ts'),
    command.load(),
  ])
  const { environment, home } = cliProcess
  const context = commandContext({
    ...cliProcess,
    program: spindleProgram,
    out,
    hub: globals.hub,
    profile: globals.profile,
    keyFile: globals.keyFile,
    mayAsk: globals.input,
    profiles: profileFile(findProfilePath(environment, home)),
    stateFolder: join(environment.XDG_STATE_HOME || join(home, '.local', 'state'), 'spindle'),
  })
  return (await code(context, await resolveIds(context, command, given))) ?? exitCodes.ok
}

/** Ids may be given as tables shorten them. */
async function resolveIds(
  context: CommandContext,
  { arguments: names = {} }: Command<CommandContext>,
  given: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const resolved = { ...given }
  for (const [name, takes] of Object.entries(names)) {
    const text = given[name]
    const idOf = findIdKind(takes)
    if (idOf === undefined || typeof text !== 'string' || wholeId.test(text)) continue
    const { resolveId } = await import('./command-line/resolve-id.ts')
    resolved[name] = await resolveId(idOf, text, { context, given: resolved })
  }
  return resolved
}

const wholeId = /^[a-z]{3}_[0-9A-Z]{26}$/

async function show(error: unknown, { args, stderr, signal }: CommandProcess, out: Output): Promise<number> {
  const { explainError } = await import('./errors/explain-error.ts')
  const isInterrupted = signal.aborted && error === signal.reason
  const { exitCode, code, message, problems, fix, requestId } = explainError(
    isInterrupted ? new InterruptedError() : error,
  )
  if (asksForJson(args)) {
    stderr.write(`${JSON.stringify({ error: { code, message, problems, fix, requestId } })}\n`)
    return exitCode
  }
  out.say(`${out.paint('red', '✖')} ${sanitizeText(message)}  ${out.paint('dim', `[${code}]`)}`)
  for (const { where, what, fix: how } of problems)
    out.say(`  ${sanitizeText(where)}: ${sanitizeText([what, how].filter(Boolean).join(' '))}`)
  if (fix !== undefined) out.say(`  ${fix}`)
  if (requestId !== undefined) out.say(out.paint('dim', `  Request ${sanitizeText(requestId)}`))
  return exitCode
}
