import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { runCommand } from './cli/run.ts'

/**
 * The process: reads `.env`, runs one command, sets the exit code. Variables of the environment take precedence over
 * the file.
 */

if (existsSync('.env')) process.loadEnvFile('.env')

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
