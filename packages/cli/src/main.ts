import process from 'node:process'
import { run } from './run.ts'

/** The process: signals and the exit code. */

const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // The first one lets the work come to rest, the second one does not wait for it.
    if (abort.signal.aborted) process.exit(130)
    abort.abort(new Error('Interrupted'))
  })
// `spindle ... | head` ends when head has enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await run({
  args: process.argv.slice(2),
  environment: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: abort.signal,
})
// Idle connections would keep the process for seconds.
process.stdin.unref?.()
