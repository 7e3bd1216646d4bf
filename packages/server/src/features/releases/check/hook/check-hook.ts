import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError, composeDisplayArtist, type Finding, type ReleaseDocument } from '@spindle/contract'
import { checkHookFailed, findingFrom } from '@spindle/contract/rules'
import type { CheckHookSettings } from '../../../../config/check-hook.ts'
import { concurrencyLimit } from '../../../../platform/concurrency/concurrency-limit.ts'
import { tenantConcurrency } from '../../../../platform/database/tenant-concurrency.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import { findProgramProblem } from '../../../../platform/programs/find-program-problem.ts'
import type { ProgramEnd, ProgramRunner } from '../../../../platform/programs/run-program.ts'
import { canonicalJson } from '../../../../platform/values/canonical-json.ts'
import type { AccountId } from '../../../../platform/values/ids.ts'
import { HookAnswerRefused, readHookAnswer } from './read-hook-answer.ts'

/**
 * A program of the operator that checks releases. It never runs inside a transaction: its answers are remembered for a
 * while, by the digest of what it was given, and the row of the release keeps the digest that its findings are of.
 */
export interface CheckHook {
  /** Throws `overloaded` if too many releases of the account, or of all accounts, already wait. */
  ask(accountId: AccountId, question: HookQuestion): Promise<void>
  /** What was answered a moment ago; undefined if the hook has to be asked. */
  find(question: HookQuestion): HookAnswer | undefined
  questionOf(document: ReleaseDocument): Promise<HookQuestion>
}

export interface HookQuestion {
  readonly input: Buffer
  /** Of the input and of the program: another program answers anew. */
  readonly sha256: string
}

export interface HookAnswer {
  readonly findings: readonly Finding[]
  /** A failure is not kept: the next check asks again. */
  readonly hasFailed: boolean
}

export interface CheckHookOptions {
  readonly settings: CheckHookSettings
  readonly runner: ProgramRunner
  readonly log: Log
  readonly now?: () => number
}

const runsAtOnce = 4
const mostWaiting = 100
/** An account leaves runs to others, and its releases wait for each other. */
const ofAccount = { runsAtOnce: 2, mostWaiting: 20 }
const mostRemembered = 500
/** Long enough for the transaction that needs it. */
const rememberedMs = { answer: 600_000, failure: 10_000 }
const memoryMiB = 512
const maxOutputBytes = 256 * 1024

interface Remembered extends HookAnswer {
  readonly untilMs: number
}

export function checkHook(options: CheckHookOptions): CheckHook {
  const { settings, now = () => performance.now() } = options
  const turns = concurrencyLimit(runsAtOnce)
  const accountTurns = tenantConcurrency(ofAccount.runsAtOnce, ofAccount.mostWaiting)
  const running = new Map<string, Promise<void>>()
  const remembered = new Map<string, Remembered>()
  const remember = (sha256: string, answer: HookAnswer): void => {
    const untilMs = now() + rememberedMs[answer.hasFailed ? 'failure' : 'answer']
    remembered.set(sha256, { ...answer, untilMs })
    const [oldest = ''] = remembered.keys()
    if (remembered.size > mostRemembered) remembered.delete(oldest)
  }
  return {
    questionOf: async (document) => questionOf(document, await identify(settings.program)),
    find({ sha256 }) {
      const found = remembered.get(sha256)
      if (found && found.untilMs > now()) return found
      remembered.delete(sha256)
      return undefined
    },
    async ask(accountId, { input, sha256 }) {
      const known = running.get(sha256)
      if (known !== undefined) return known
      if (running.size >= runsAtOnce + mostWaiting) throw new AppError('overloaded', { retryAfterSeconds: 5 })
      const run = accountTurns
        .run(accountId, () => turns.run(async () => remember(sha256, await askHook(options, input))))
        .finally(() => running.delete(sha256))
      running.set(sha256, run)
      return run
    },
  }
}

/** A program that was replaced is another one. */
async function identify(program: string): Promise<string> {
  const found = await stat(program).catch(() => undefined)
  return `${program} ${found?.ino} ${found?.size} ${found?.mtimeMs}`
}

/** The document as the API shows it. Ids of tracks are left out: they do not exist before the release is stored. */
function questionOf(document: ReleaseDocument, program: string): HookQuestion {
  const displayArtist = composeDisplayArtist(document)
  const tracks = document.tracks.map(({ id: _id, ...track }: ReleaseDocument['tracks'][number]) => track)
  const text = canonicalJson({ ...document, ...(displayArtist !== undefined && { displayArtist }), tracks })
  return { input: Buffer.from(text), sha256: createHash('sha256').update(`${program}\0${text}`).digest('hex') }
}

async function askHook({ settings, runner, log }: CheckHookOptions, input: Buffer): Promise<HookAnswer> {
  const { program, variables, timeoutMs } = settings
  const problem = await findProgramProblem(program)
  const limits = { timeoutMs, memoryMiB, maxOutputBytes }
  const end: ProgramEnd =
    problem === undefined
      ? await runner.run({ program, input, folder: '/tmp', variables, limits })
      : { ended: 'failed', reason: 'the operator must check it', stderr: `${program} ${problem}` }
  if (end.ended === 'stopped') throw new AppError('shutting_down')
  const read = readEnd(end)
  if (Array.isArray(read)) return { findings: read, hasFailed: false }
  log.warn('releases.check_hook_failed', { program, reason: read, stderr: end.stderr })
  return { findings: [findingFrom(checkHookFailed, { name: basename(program), reason: read })], hasFailed: true }
}

/** The findings, or a part of a sentence that says why there are none. */
function readEnd(end: Exclude<ProgramEnd, { readonly ended: 'stopped' }>): Finding[] | string {
  if (end.ended === 'failed') return end.reason
  if (end.code !== 0) return `it ended with exit code ${end.code}`
  try {
    return readHookAnswer(end.stdout)
  } catch (error) {
    if (error instanceof HookAnswerRefused) return error.message
    throw error
  }
}
