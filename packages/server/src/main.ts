import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { runCommand } from './cli/run.ts'

/** The process: reads `.env`, runs one command, sets the exit code. What the environment sets wins over the file. */

if (existsSync('.env')) process.loadEnvFile('.env')

process.exitCode = await runCommand({
  args: process.argv.slice(2),
  environment: process.env,
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  progress: (line) => console.error(line),
  readInput: async () => (process.stdin.isTTY ? undefined : text(process.stdin)),
})

// A command that is done ends, even if a library keeps something open; unref'd, so that it delays nothing.
setTimeout(() => process.exit(), 2_000).unref()
