import { homedir } from 'node:os'
import process from 'node:process'
import { type CommandProcess, runCommandLine, showError } from './run-command-line.ts'

/** The process: signals and the exit code. */

const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // The first one stops the work cleanly, the second one ends the process at once.
    if (abort.signal.aborted) process.exit(130)
    abort.abort(new Error('Interrupted'))
  })
const world: CommandProcess = {
  args: process.argv.slice(2),
  environment: process.env,
  cwd: process.cwd(),
  home: homedir(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: abort.signal,
}
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `spindle ... | head` ends when head has enough; `spindle ... > file` must not when the disk is full.
  if (error.code === 'EPIPE') process.exit(0)
  void showError(Object.assign(error, { path: 'The output' }), world).then((exitCode) => process.exit(exitCode))
})

process.exitCode = await runCommandLine(world)
// Idle connections would keep the process for seconds.
process.stdin.unref?.()
