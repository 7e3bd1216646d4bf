import { dirname, join, resolve } from 'node:path'
import { type ExitCode, exitCodes } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import { InterruptedError } from '../../errors/command-error.ts'
import { retryWhileAway } from '../../hub/retry-while-away.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { connectDelivery } from '../connect-delivery.ts'
import type { DeliverDependencies } from '../deliver-dependencies.ts'
import { awayEvent } from '../deliver-events.ts'
import { type DeliverOptions, deliverFolder } from '../deliver-folder.ts'
import { dryRun } from '../dry-run.ts'
import { readDefaults } from '../plan/read-defaults.ts'
import { retryHint } from '../retry-hint.ts'
import type { FoundFolders } from './find-release-folders.ts'
import { type FolderOutcome, judgeDryRun, judgeError, judgeRelease, stopsAll } from './folder-outcome.ts'
import { type FoldersView, foldersView } from './folders-view.ts'
import { exitCodeOfAll, reportOutcome, reportSummary } from './report-folders.ts'
import { requireRoomForFolders } from './require-room-for-folders.ts'

/**
 * Delivers several folders, one after the other. Each continues its own release, so the same command again does only
 * what is left. A folder that fails does not stop the others, unless all would fail for the same reason.
 */

/** What all folders have in common. */
export interface FoldersOptions extends Omit<DeliverOptions, 'folder'> {
  /** The folders as they were named on the command line. */
  readonly given: readonly string[]
  readonly dryRun: boolean
}

export async function deliverFolders(
  context: CommandContext,
  { folders, notes }: FoundFolders,
  options: FoldersOptions,
): Promise<ExitCode> {
  const { out, signal, cwd } = context
  // A mistake there belongs to all releases below: it is reported once, before anything is sent.
  for (const parent of new Set(folders.map((folder) => dirname(resolve(cwd, folder)))))
    await readDefaults(join(parent, 'release'))
  const view = foldersView(context)
  const dependencies = await connectDelivery(context, { emit: view.emit, update: options.update, mayAsk: false })
  await requireRoomForFolders(dependencies, folders, options)
  for (const note of notes) out.say(`${out.paint('dim', '·')} ${sanitizeText(note)}`)
  const outcomes: FolderOutcome[] = []
  try {
    for (const [index, folder] of folders.entries()) {
      view.begin({ folder, number: index + 1, of: folders.length })
      const outcome = await deliverOne({ dependencies, view, options, isFirst: index === 0 }, folder)
      outcomes.push(outcome)
      reportOutcome(out, outcome)
    }
  } catch (error) {
    view.end()
    const left = folders.slice(outcomes.length).map((folder): FolderOutcome => ({ folder, outcome: 'left' }))
    if (!out.isTerminal) for (const outcome of left) reportOutcome(out, outcome)
    reportSummary(out, [...outcomes, ...left])
    if (signal.aborted) throw new InterruptedError(describeContinuation(options))
    out.next(describeContinuation(options))
    throw error
  }
  reportSummary(out, outcomes)
  const exitCode = exitCodeOfAll(outcomes)
  if (exitCode !== exitCodes.ok) out.next('Next: fix these, then run the same command again. It skips what is done.')
  return exitCode
}

interface Delivery {
  readonly dependencies: DeliverDependencies
  readonly view: FoldersView
  readonly options: FoldersOptions
  /** A hub that does not answer at the start may have a wrong address: it is not waited for. */
  readonly isFirst: boolean
}

/** Throws what stops all folders; any other error is the outcome of this one. */
async function deliverOne({ dependencies, view, options, isFirst }: Delivery, folder: string): Promise<FolderOutcome> {
  const { signal, emit } = dependencies
  const work = (): Promise<FolderOutcome> => deliverOrTry(dependencies, { view, options, folder })
  try {
    return await (isFirst ? work() : retryWhileAway(work, { signal, onAway: (error) => emit(awayEvent(error)) }))
  } catch (error) {
    const { findings } = view.end()
    signal.throwIfAborted()
    if (stopsAll(error)) throw error
    return judgeError(folder, error, findings)
  }
}

async function deliverOrTry(
  dependencies: DeliverDependencies,
  { view, options, folder }: Pick<Delivery, 'view' | 'options'> & { readonly folder: string },
): Promise<FolderOutcome> {
  if (options.dryRun) {
    const dry = await dryRun(dependencies, { ...options, folder })
    view.end()
    return judgeDryRun(folder, dry)
  }
  const release = await deliverFolder(dependencies, { ...options, folder })
  return judgeRelease({ folder, release, isSubmittedNow: view.end().isSubmitted })
}

/** More names than this are no help in a message. */
const mostNames = 5

const describeContinuation = ({ given, dryRun: isDry, ...options }: FoldersOptions): string =>
  isDry || given.length > mostNames
    ? 'Run the same command again; it continues where it stopped.'
    : `Continue with: ${retryHint({ ...options, folder: given })}`
