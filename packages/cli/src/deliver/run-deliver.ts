import type { Release } from '@spindle/client'
import { CommandError, exitCodes, type InputValues, UsageError } from '@spindle/command-line'
import type { CommandContext } from '../command-line/command-context.ts'
import type { CommandHandler } from '../command-line/define-command.ts'
import { formatHeadline } from '../commands/releases/format-release.ts'
import { InterruptedError } from '../errors/command-error.ts'
import { joinCells } from '../output/format-table.ts'
import { formatBytes, formatCount } from '../output/format-units.ts'
import { sanitizeText } from '../output/terminal-output.ts'
import { isReleaseEditable } from '../releases/is-release-editable.ts'
import { findNextStep, isDelivered } from '../releases/next-steps.ts'
import { reportArrival } from '../releases/report-arrival.ts'
import { connectDelivery } from './connect-delivery.ts'
import type { deliverInput } from './deliver-commands.ts'
import type { DeliverDependencies } from './deliver-dependencies.ts'
import { type DeliverOptions, deliverFolder } from './deliver-folder.ts'
import { type DryRun, dryRun } from './dry-run.ts'
import { initFolder } from './init-folder.ts'
import { retryHint } from './retry-hint.ts'
import { deliverFolders } from './several/deliver-folders.ts'
import { findReleaseFolders } from './several/find-release-folders.ts'
import { summarizeRelease } from './summarize-release.ts'
import { openView } from './view/open-view.ts'
import type { View } from './view/plain-view.ts'

/** `spindle deliver`: connects the delivery, which does not depend on a terminal, with its view. */

export const runDeliver: CommandHandler<typeof deliverInput> = async (context, given) => {
  requireMatching(given)
  const { folders: names, dryRun: isDry } = given
  const found = await findReleaseFolders(names, context.cwd)
  const [folder = ''] = names
  const options: DeliverOptions = {
    folder,
    stateDir: given.stateDir,
    submit: given.submit,
    watch: given.watch,
    until: given.until ?? 'delivered',
    timeoutMs: given.timeout === undefined ? undefined : given.timeout * 1000,
    update: given.update,
    reason: given.reason,
    restart: given.restart,
    concurrency: given.concurrency ?? 3,
    bytesPerSecond: given.bwlimit,
  }
  // Without any audio, the delivery of the folder itself says what is missing.
  const isOne = names.length === 1 && (found.folders.length === 0 || found.folders[0] === folder)
  if (isOne) return deliverOne(context, options, given)
  requireOneFolder(given)
  if (found.folders.length === 0)
    throw new CommandError('None of these folders contains audio', {
      exitCode: exitCodes.validation,
      code: 'no_audio',
      fix: 'Name folders with WAV, AIFF or FLAC files, or folders of such folders.',
    })
  return deliverFolders(context, found, { ...options, given: names, dryRun: isDry })
}

async function deliverOne(
  context: CommandContext,
  options: DeliverOptions,
  given: Pick<InputValues<typeof deliverInput>, 'init' | 'dryRun' | 'force'>,
): Promise<number | undefined> {
  const { folder, update } = options
  const view = await openView(context)
  try {
    if (given.init) {
      await initFolder(context, view.emit, { folder, force: given.force })
      return undefined
    }
    const dependencies = await connectDelivery(context, { emit: view.emit, update, mayAsk: true })
    return given.dryRun
      ? await showDryRun(context, dependencies, { options, view })
      : await showDelivery(context, dependencies, { options, view })
  } catch (error) {
    if (context.signal.aborted) throw new InterruptedError(`Continue with: ${retryHint(options)}`)
    throw error
  } finally {
    view.close()
  }
}

/** Options that belong to one folder. */
function requireOneFolder({ init, stateDir, watch }: InputValues<typeof deliverInput>): void {
  if (init) throw new UsageError('--init can be used only with the folder of one release', 'Name that folder.')
  if (stateDir !== undefined)
    throw new UsageError(
      '--state-dir can be used only with the folder of one release',
      'Deliver these folders one at a time, each with its own --state-dir.',
    )
  if (watch)
    throw new UsageError(
      '--watch can be used only with the folder of one release',
      'Remove it. To see where each release is, run the same command again: nothing is sent twice.',
    )
}

function requireMatching(given: InputValues<typeof deliverInput>): void {
  const { init, force, dryRun, submit, watch, until, timeout, update, reason } = given
  if (init && (dryRun || submit || watch))
    throw new UsageError(
      '--init cannot be combined with options that send data',
      'Remove --dry-run, --submit and --watch.',
    )
  if (force && !init) throw new UsageError('--force can be used only with --init', 'Add --init.')
  if (reason !== undefined && !update) throw new UsageError('--reason can be used only with --update', 'Add --update.')
  if (watch && !submit) throw new UsageError('--watch can be used only with --submit', 'Add --submit.')
  if (!watch && (until !== undefined || timeout !== undefined))
    throw new UsageError('--until and --timeout can be used only with --watch', 'Add --submit --watch.')
}

interface Shown {
  readonly options: DeliverOptions
  readonly view: View
}

async function showDelivery(
  { out }: CommandContext,
  dependencies: DeliverDependencies,
  { options, view }: Shown,
): Promise<number> {
  const release = await deliverFolder(dependencies, options)
  view.close()
  out.result(summarizeRelease(release), () => [
    formatHeadline(release),
    joinCells([release.id, release.status], out.columns),
  ])
  const isSubmitted = !isReleaseEditable(release)
  const exitCode = isSubmitted ? reportArrival(release, out) : exitCodes.ok
  out.next(nextStep(release, options))
  return exitCode
}

function nextStep({ id, status, validation }: Release, options: DeliverOptions): string {
  if (isDelivered({ status })) return `See it with: spindle releases get ${id}`
  if (status !== 'draft' && status !== 'changes_requested')
    return findNextStep(status) ?? `Follow it with: spindle releases watch ${id}`
  return validation.errors > 0
    ? `Next: fix the marked problems, mostly in release.yaml, then run: ${retryHint({ ...options, submit: true })}`
    : `Next: ${retryHint({ ...options, submit: true, watch: true })}`
}

async function showDryRun(
  { out }: CommandContext,
  dependencies: DeliverDependencies,
  { options, view }: Shown,
): Promise<number> {
  const dry = await dryRun(dependencies, options)
  view.close()
  const bytes = dry.uploads.reduce((sum, upload) => sum + upload.bytes, 0)
  const files =
    dry.uploads.length === 0 ? 'no files' : `${formatCount(dry.uploads.length, 'file')}, ${formatBytes(bytes)},`
  out.result(dry, () => [`It would send ${files} to ${dependencies.hub.baseUrl}. The request: add --json.`])
  const errors = dry.findings.filter(({ severity }) => severity === 'error').length
  if (dry.isRefused)
    throw new CommandError(`The hub would refuse it: ${formatCount(errors, 'error')}. Nothing was sent or written`, {
      exitCode: exitCodes.validation,
      code: 'would_be_refused',
      fix: 'Fix the problems marked above.',
    })
  out.say(
    [
      errors > 0
        ? `It would become a draft; ${formatCount(errors, 'error')} must be fixed before it can be submitted.`
        : `${out.paint('green', '✔')} Ready to submit, subject to the audio checks of the hub.`,
      'Nothing was sent or written.',
      describeEarlierRelease(dry),
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  )
  return exitCodes.ok
}

/** What would happen to the release of an earlier run. */
function describeEarlierRelease({ continues, changes }: Pick<DryRun, 'continues' | 'changes'>): string {
  if (continues === null) return ''
  if (changes === null) return `The folder was release ${continues}, which is gone from the hub.`
  if (changes.length === 0) return `The folder is already release ${continues}, and nothing has changed.`
  return `The folder is already release ${continues}, which would be updated: ${changes.map(sanitizeText).join('; ')}.`
}
