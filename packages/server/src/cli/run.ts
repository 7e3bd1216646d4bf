import { ConfigError } from '../config/problems.ts'
import { DatabaseAddressError } from '../platform/database/unusable-database.ts'
import { hubVersion } from '../platform/version.ts'
import { eraseAccount, exportAccount, importAccount, verifyExport } from './account-archives.ts'
import {
  createAccount,
  createClient,
  listAccounts,
  listClients,
  renameAccount,
  resumeAccount,
  revokeClient,
  suspendAccount,
} from './accounts.ts'
import { listAgents, registerAgent, removeAgent } from './agents.ts'
import {
  beginRestore,
  createBackup,
  createBackupKey,
  drillBackup,
  finishRestore,
  listBackups,
  noteDrill,
  pruneBackups,
  restoreBackup,
  verifyBackup,
} from './backup.ts'
import { type Command, type CommandInput, exitCodes, UsageError } from './command.ts'
import { checkConfig } from './config-check.ts'
import { deleteContact, listContact } from './contact.ts'
import { doctor } from './doctor.ts'
import {
  addDrop,
  changeDropSignIn,
  listDropPackages,
  listDrops,
  pauseDrop,
  removeDrop,
  resumeDrop,
  testDrop,
} from './drops.ts'
import { endOnSignal } from './end-on-signal.ts'
import { restartFeed } from './feed.ts'
import { explainCommand, showHelp, usageOf } from './help.ts'
import { migrate } from './migrate.ts'
import { listNodes } from './nodes.ts'
import {
  addOutlet,
  changeSignIn,
  listGenres,
  listOutlets,
  pauseOutlet,
  resumeOutlet,
  setOutlet,
  testOutlet,
} from './outlets.ts'
import {
  addOperator,
  disablePerson,
  enablePerson,
  invitePerson,
  linkPerson,
  listPeople,
  removeOperator,
  setPersonAddress,
} from './people.ts'
import { plainText } from './plain-text.ts'
import { changePublicUrl } from './public-url.ts'
import { markReleaseLive, reinstateRelease, takeDownRelease } from './releases.ts'
import { importReportFile, listImportedReports, showReport, undoReport } from './reports.ts'
import { approveRelease, listReviews, rejectRelease, requestChanges, showReview } from './reviews.ts'
import { replaceSecret, rotateSecret } from './secret.ts'
import { serve } from './serve.ts'
import { rotateSigningKeys } from './signing-keys.ts'
import { adoptStorage, repairStorage, scrubStorage, showStorage, sweepStorage } from './storage.ts'
import { generateToken } from './tokens.ts'

/** The operator's commands by name; a name may have two words. */
export const commands: readonly Command[] = [
  serve,
  migrate,
  createAccount,
  listAccounts,
  renameAccount,
  suspendAccount,
  resumeAccount,
  exportAccount,
  verifyExport,
  importAccount,
  eraseAccount,
  createClient,
  listClients,
  revokeClient,
  generateToken,
  rotateSigningKeys,
  rotateSecret,
  replaceSecret,
  changePublicUrl,
  listReviews,
  showReview,
  approveRelease,
  requestChanges,
  takeDownRelease,
  markReleaseLive,
  reinstateRelease,
  rejectRelease,
  listPeople,
  invitePerson,
  linkPerson,
  disablePerson,
  enablePerson,
  addOperator,
  removeOperator,
  setPersonAddress,
  addOutlet,
  changeSignIn,
  setOutlet,
  listGenres,
  testOutlet,
  pauseOutlet,
  resumeOutlet,
  listOutlets,
  addDrop,
  changeDropSignIn,
  listDrops,
  listDropPackages,
  testDrop,
  pauseDrop,
  resumeDrop,
  removeDrop,
  importReportFile,
  listImportedReports,
  showReport,
  undoReport,
  registerAgent,
  listAgents,
  removeAgent,
  listContact,
  deleteContact,
  adoptStorage,
  sweepStorage,
  showStorage,
  scrubStorage,
  repairStorage,
  restartFeed,
  createBackup,
  verifyBackup,
  listBackups,
  pruneBackups,
  drillBackup,
  noteDrill,
  restoreBackup,
  beginRestore,
  finishRestore,
  createBackupKey,
  listNodes,
  doctor,
  checkConfig,
]

/** Runs the command the arguments name and answers the exit code; every failure is one clear line and its fix. */
export async function runCommand(input: CommandInput): Promise<number> {
  if (input.args[0] === '--version') {
    input.out(hubVersion)
    return exitCodes.ok
  }
  const command = findCommand(input.args)
  if (!command) return showHelp(commands, input)
  if (input.args.includes('--help')) {
    for (const line of explainCommand(command)) input.out(line)
    return exitCodes.ok
  }
  try {
    const args = input.args.slice(command.name.split(' ').length)
    const isJson = command.hasJson === true && args.includes('--json')
    const words = isJson ? args.filter((word) => word !== '--json') : args
    return await endOnSignal(command, input, (own) => command.run({ ...own, isJson, args: words }))
  } catch (error) {
    return explain(error, command, input)
  }
}

const findCommand = (args: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))

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
  // It may name what people wrote.
  err(plainText(oneLine(error)))
  return error instanceof DatabaseAddressError ? exitCodes.config : exitCodes.failed
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
