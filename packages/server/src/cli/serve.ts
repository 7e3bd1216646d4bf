import { type Hub, type Role, startHub } from '../compose.ts'
import { type Config, readConfig } from '../config/config.ts'
import { type Command, type CommandInput, exitCodes, UsageError } from './command.ts'
import { readOptions } from './options.ts'

const roles: readonly Role[] = ['api', 'worker', 'all']
const drainMs = 15_000

export const serve: Command = {
  name: 'serve',
  usage: 'serve [--role api|worker|all] [--demo [--exit]]',
  summary: 'Run the hub (with --demo: on demo data, walking through the main job)',
  async run(input) {
    const { values } = readOptions(input.args, {
      role: { type: 'string', default: 'all' },
      demo: { type: 'boolean', default: false },
      exit: { type: 'boolean', default: false },
    })
    const role = roles.find((candidate) => candidate === values.role)
    if (role === undefined) throw new UsageError(`--role takes ${roles.join(', ')}`)
    if (values.exit && !values.demo) throw new UsageError('--exit goes with --demo')
    return serveUntilStopped(readConfig(input.environment), role, input)
  },
}

async function serveUntilStopped(config: Config, role: Role, { err }: CommandInput): Promise<number> {
  const hub = await startHub(config, role)
  err(`Spindle answers at ${config.publicUrl}`)
  return untilStopped(hub, err)
}

/** SIGTERM and SIGINT drain; a second one, or a drain that hangs, ends at once. SIGHUP reloads the tokens file. */
export function untilStopped(hub: Hub, err: (line: string) => void): Promise<number> {
  return new Promise((resolve) => {
    let stopping = false
    const stop = (code: number) => (): void => {
      if (stopping) process.exit(exitCodes.failed)
      stopping = true
      setTimeout(() => process.exit(exitCodes.failed), drainMs).unref()
      hub.close().then(
        () => resolve(code),
        (error: unknown) => {
          err(`The hub did not stop cleanly: ${(error as Error).message}`)
          resolve(exitCodes.failed)
        },
      )
    }
    process.on('SIGTERM', stop(exitCodes.ok))
    process.on('SIGINT', stop(exitCodes.ok))
    process.on('SIGHUP', () => void hub.reload())
    // A promise nobody waits for is a defect: say so, stop in order, and let the supervisor start a clean process.
    process.on('unhandledRejection', (reason) => {
      hub.http.log.error('process.unhandled_rejection', { error: reason })
      stop(exitCodes.failed)()
    })
  })
}
