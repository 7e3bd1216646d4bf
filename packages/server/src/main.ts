import { text } from 'node:stream/consumers'
import { runCommand } from './cli/run.ts'

/**
 * The process: runs one command and sets the exit code. `bin/hub.mjs` has read `.env`.
 */

process.exitCode = await runCommand({
  args: process.argv.slice(2),
  environment: process.env,
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  progress: (line) => console.error(line),
  readInput: async () => (process.stdin.isTTY ? undefined : text(process.stdin)),
})

// A finished command ends even if a library keeps something open. The timer is unref'd, so it delays nothing.
setTimeout(() => process.exit(), 2_000).unref()
