import { existsSync } from 'node:fs'
import process from 'node:process'
import { runCommand } from './cli/run.ts'

/** The process: reads `.env`, runs one command, sets the exit code. What the environment sets wins over the file. */

if (existsSync('.env')) process.loadEnvFile('.env')

process.exitCode = await runCommand({
  args: process.argv.slice(2),
  environment: process.env,
  out: (line) => console.log(line),
  err: (line) => console.error(line),
})
