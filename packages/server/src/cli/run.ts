import { ConfigError } from '../config/problems.ts'
import { createAccount, createClient, listAccounts, listClients, revokeClient } from './accounts.ts'
import { listAgents, registerAgent, removeAgent } from './agents.ts'
import { type Command, type CommandInput, exitCodes, UsageError } from './command.ts'
import { checkConfig } from './config-check.ts'
import { deleteContact, listContact } from './contact.ts'
import { doctor } from './doctor.ts'
import { restartFeed } from './feed.ts'
import { migrate } from './migrate.ts'
import {
  addOperator,
  disablePerson,
  enablePerson,
  invitePerson,
  linkPerson,
  listPeople,
  removeOperator,
} from './people.ts'
import { reinstateRelease, takeDownRelease } from './releases.ts'
import { approveRelease, listReviews, rejectRelease, requestChanges, showReview } from './reviews.ts'
import { serve } from './serve.ts'
import { rotateSigningKeys } from './signing-keys.ts'
import { adoptStorage, sweepStorage } from './storage.ts'
import { generateToken } from './tokens.ts'

/** The operator's commands by name; a name may have two words. */
export const commands: readonly Command[] = [
  serve,
  migrate,
  createAccount,
  listAccounts,
  createClient,
  listClients,
  revokeClient,
  generateToken,
  rotateSigningKeys,
  listReviews,
  showReview,
  approveRelease,
  requestChanges,
  takeDownRelease,
  reinstateRelease,
  rejectRelease,
  listPeople,
  invitePerson,
  linkPerson,
  disablePerson,
  enablePerson,
  addOperator,
  removeOperator,
  registerAgent,
  listAgents,
  removeAgent,
  listContact,
  deleteContact,
  adoptStorage,
  sweepStorage,
  restartFeed,
  doctor,
  checkConfig,
]

/** Runs the command the arguments name and answers the exit code; every failure is one clear line and its fix. */
export async function runCommand(input: CommandInput): Promise<number> {
  const command = findCommand(input.args)
  if (!command) return showHelp(input)
  if (input.args.includes('--help')) {
    input.out(`${command.summary}\nUsage: ${usageOf(command)}`)
    return exitCodes.ok
  }
  try {
    const args = input.args.slice(command.name.split(' ').length)
    const isJson = command.hasJson === true && args.includes('--json')
    return await command.run({ ...input, isJson, args: isJson ? args.filter((word) => word !== '--json') : args })
  } catch (error) {
    return explain(error, command, input)
  }
}

const usageOf = ({ usage, hasJson }: Command): string => (hasJson ? `${usage} [--json]` : usage)

const findCommand = (args: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))

function showHelp({ args, out, err }: CommandInput): number {
  const isAsked = args.length === 0 || args[0] === 'help' || args[0] === '--help'
  const print = isAsked ? out : err
  if (!isAsked) print(`There is no command "${args.slice(0, 2).join(' ')}".`)
  print('Commands:')
  // One under the other: beside each other they would be wider than a terminal.
  for (const command of commands) {
    print(`  ${usageOf(command)}`)
    print(`      ${command.summary}`)
  }
  return isAsked ? exitCodes.ok : exitCodes.usage
}

function explain(error: unknown, command: Command, { err }: CommandInput): number {
  if (error instanceof UsageError) {
    err(error.message)
    err(`Usage: ${usageOf(command)}`)
    return exitCodes.usage
  }
  if (error instanceof ConfigError) {
    err('The configuration is not valid:')
    for (const { key, problem, fix } of error.problems) err(`  ${key}: ${problem}. Fix: ${fix}.`)
    return exitCodes.config
  }
  err(oneLine(error))
  return exitCodes.failed
}

/** What errors of the system and of the hub's own start carry. */
interface SystemError {
  readonly code?: string
  readonly port?: number
  readonly address?: string
  readonly hostname?: string
  /** Which setting named the port. */
  readonly setting?: string
  readonly fix?: string
}

function oneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port, address, hostname, setting = 'SPINDLE_PORT', fix } = error as Error & SystemError
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Fix: stop it, or set ${setting} to a free port.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user. Fix: set ${setting} to 1024 or higher.`
  if (code === 'EADDRNOTAVAIL')
    return `${address} is no address of this machine. Fix: set SPINDLE_HOST to one of its own, such as 127.0.0.1 or 0.0.0.0.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${hostname} is no name that this machine knows. Fix: correct it; SPINDLE_HOST takes an address such as 127.0.0.1 or 0.0.0.0.`
  return fix === undefined ? error.message : `${error.message}. Fix: ${fix}.`
}
