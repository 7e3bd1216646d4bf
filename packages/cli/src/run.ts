import { homedir } from 'node:os'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { exitCodes, InterruptedError } from './errors.ts'
import { createOutput, hasColour, type Output, plainText } from './output.ts'
import { createProgram, type GlobalOptions } from './program.ts'
import { version } from './version.ts'

/** Runs one command line and answers the exit code. Whatever fails is shown once, with what to do. */

export interface World {
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly cwd: string
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  readonly signal: AbortSignal
}

export async function run(world: World): Promise<number> {
  let exitCode: number = exitCodes.ok
  let out = outputOf(world, world.args.includes('--json'))
  const program = createProgram({
    commands,
    version,
    out: (text) => world.stdout.write(text),
    err: (text) => world.stderr.write(text),
    async start(command, given, globals) {
      out = outputOf(world, globals.json === true)
      exitCode = await start(world, { command, given, globals, out })
    },
  })
  try {
    await program.parseAsync([...world.args], { from: 'user' })
    return exitCode
  } catch (error) {
    // Help and version have said all there is to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    return show(error, world, out)
  }
}

/** Tells of a failure outside of a command, and answers the exit code. */
export const showError = (error: unknown, world: World): Promise<number> =>
  show(error, world, outputOf(world, world.args.includes('--json')))

const outputOf = ({ stdout, stderr, environment }: World, json: boolean): Output =>
  createOutput({ stdout, stderr, json, colour: hasColour(environment, stderr) })

interface Call {
  readonly command: Command
  readonly given: Record<string, unknown>
  readonly globals: GlobalOptions
  readonly out: Output
}

async function start(world: World, { command, given, globals, out }: Call): Promise<number> {
  // Only now: `--help` needs neither the client nor the code of a command.
  const [{ createContext }, { createProfileStore, profilePath }, code] = await Promise.all([
    import('./context.ts'),
    import('./profiles/store.ts'),
    command.load(),
  ])
  const { environment } = world
  const context = createContext({
    ...world,
    commands,
    out,
    hub: globals.hub,
    profile: globals.profile,
    keyFile: globals.keyFile,
    mayAsk: globals.input,
    profiles: createProfileStore(profilePath(environment, homedir())),
    stateFolder: join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'spindle'),
  })
  return (await code(context, given)) ?? exitCodes.ok
}

async function show(error: unknown, { args, stderr, signal }: World, out: Output): Promise<number> {
  const { explain } = await import('./explain.ts')
  const isInterrupted = signal.aborted && error === signal.reason
  const { exitCode, code, message, problems, fix, requestId } = explain(isInterrupted ? new InterruptedError() : error)
  if (args.includes('--json')) {
    stderr.write(`${JSON.stringify({ error: { code, message, problems, fix, requestId } })}\n`)
    return exitCode
  }
  out.say(`${out.paint('red', '✖')} ${plainText(message)}  ${out.paint('dim', `[${code}]`)}`)
  for (const { where, what, fix: how } of problems)
    out.say(`  ${plainText(where)}: ${plainText([what, how].filter(Boolean).join(' '))}`)
  if (fix !== undefined) out.say(`  ${fix}`)
  if (requestId !== undefined) out.say(out.paint('dim', `  Request ${plainText(requestId)}`))
  return exitCode
}
