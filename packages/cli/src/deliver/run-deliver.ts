import { memoryUploadStore, type Release } from '@spindle/client'
import { CommandError, exitCodes, type InputValues, UsageError } from '@spindle/command-line'
import type { CommandContext } from '../command-line/command-context.ts'
import type { CommandHandler } from '../command-line/define-command.ts'
import { formatHeadline } from '../commands/releases/format-release.ts'
import { InterruptedError } from '../errors/command-error.ts'
import { joinCells } from '../output/format-table.ts'
import { formatBytes, formatCount } from '../output/format-units.ts'
import { sanitizeText } from '../output/terminal-output.ts'
import { isReleaseEditable } from '../releases/is-release-editable.ts'
import { listRefusals } from '../releases/list-refusals.ts'
import { findNextStep, isDelivered } from '../releases/next-steps.ts'
import { reportArrival } from '../releases/report-arrival.ts'
import type { deliverInput } from './deliver-commands.ts'
import type { DeliverDependencies } from './deliver-dependencies.ts'
import { type DeliverOptions, deliverFolder } from './deliver-folder.ts'
import { type DryRun, dryRun } from './dry-run.ts'
import { initFolder } from './init-folder.ts'
import { retryHint } from './retry-hint.ts'
import { openView } from './view/open-view.ts'
import type { View } from './view/plain-view.ts'

/** `spindle deliver`: connects the delivery, which does not depend on a terminal, with its view. */

export const runDeliver: CommandHandler<typeof deliverInput> = async (context, given) => {
  requireMatching(given)
  const view = await openView(context)
  const options: DeliverOptions = {
    folder: given.folder,
    stateDir: given.stateDir,
    submit: given.submit,
    watch: given.watch,
    until: given.until ?? 'delivered',
    timeoutMs: given.timeout === undefined ? undefined : given.timeout * 1000,
    update: given.update,
    restart: given.restart,
    concurrency: given.concurrency ?? 3,
    bytesPerSecond: given.bwlimit,
  }
  try {
    if (given.init) {
      await initFolder(context, view.emit, given)
      return undefined
    }
    const dependencies = await deliverDependencies(context, { options, view })
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

function requireMatching(given: InputValues<typeof deliverInput>): void {
  const { init, force, dryRun, submit, watch, until, timeout } = given
  if (init && (dryRun || submit || watch))
    throw new UsageError(
      '--init cannot be combined with options that send data',
      'Remove --dry-run, --submit and --watch.',
    )
  if (force && !init) throw new UsageError('--force can be used only with --init', 'Add --init.')
  if (watch && !submit) throw new UsageError('--watch can be used only with --submit', 'Add --submit.')
  if (!watch && (until !== undefined || timeout !== undefined))
    throw new UsageError('--until and --timeout can be used only with --watch', 'Add --submit --watch.')
}

interface Shown {
  readonly options: DeliverOptions
  readonly view: View
}

async function deliverDependencies(context: CommandContext, { options, view }: Shown): Promise<DeliverDependencies> {
  const { cwd, signal, client: connect } = context
  const { profile } = await context.connection()
  const hub = await connect(memoryUploadStore())
  const confirmUpdate = async ({ id }: Release): Promise<void> => {
    if (options.update) return
    if (context.canAsk) return context.confirm(`Change ${id} as well?`, false)
    throw new CommandError(`The folder was changed after ${id} was submitted. Nothing was sent`, {
      code: 'folder_changed',
      fix: 'Add --update to change the release as well, or undo the changes in the folder.',
    })
  }
  return { cwd, signal, emit: view.emit, hub, hubKey: `${profile} ${hub.baseUrl}`, connect, confirmUpdate }
}

async function showDelivery(
  { out }: CommandContext,
  dependencies: DeliverDependencies,
  { options, view }: Shown,
): Promise<number> {
  const release = await deliverFolder(dependencies, options)
  view.close()
  out.result(summaryOf(release), () => [formatHeadline(release), joinCells([release.id, release.status], out.columns)])
  const isSubmitted = !isReleaseEditable(release)
  const exitCode = isSubmitted ? reportArrival(release, out) : exitCodes.ok
  out.next(nextStep(release, options))
  return exitCode
}

const summaryOf = ({
  id,
  title,
  type,
  tracks,
  status,
  externalId,
  validation,
  findings,
  liveAt,
  deliveries,
}: Release) => ({
  releaseId: id,
  title,
  type,
  tracks: tracks.map((track) => ({ id: track.id, title: track.title, uploadId: track.uploadId })),
  status,
  externalId,
  validation,
  findings,
  liveAt,
  refusals: listRefusals({ deliveries, tracks }),
})

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
