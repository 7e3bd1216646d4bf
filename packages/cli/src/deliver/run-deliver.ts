import { memoryUploadStore, type Release } from '@spindle/client'
import type { CommandContext } from '../command-line/command-context.ts'
import type { CommandHandler } from '../command-line/define-command.ts'
import { formatHeadline } from '../commands/releases/format-release.ts'
import { describeMissingOutlets, nextSteps } from '../commands/releases/watch-release.ts'
import { CommandError, exitCodes, InterruptedError, UsageError } from '../errors/command-error.ts'
import { formatCount } from '../output/format-units.ts'
import { wrapText } from '../output/wrap-text.ts'
import type { deliverInput } from './deliver-commands.ts'
import type { DeliverDependencies } from './deliver-dependencies.ts'
import { type DeliverOptions, deliverFolder } from './deliver-folder.ts'
import { dryRun } from './dry-run.ts'
import { retryHint } from './retry-hint.ts'
import { openView } from './view/open-view.ts'
import type { View } from './view/plain-view.ts'

/** `spindle deliver`: joins the work, which knows no terminal, with a view of it. */

export const runDeliver: CommandHandler<typeof deliverInput> = async (context, given) => {
  if (given.watch && !given.submit) throw new UsageError('--watch follows a submitted release', 'Add --submit.')
  const view = await openView(context.out, context.environment)
  const options: DeliverOptions = {
    folder: given.folder,
    submit: given.submit === true,
    watch: given.watch === true,
    restart: given.restart === true,
    concurrency: given.concurrency ?? 3,
  }
  try {
    const dependencies = await deliverDependencies(context, view)
    return given.dryRun
      ? await showDryRun(context, dependencies, { options, view })
      : await showDelivery(context, dependencies, { options, view })
  } catch (error) {
    if (context.signal.aborted) throw new InterruptedError(`Continue with: ${retryHint(context, options)}`)
    throw error
  } finally {
    view.close()
  }
}

interface Shown {
  readonly options: DeliverOptions
  readonly view: View
}

async function deliverDependencies(context: CommandContext, { emit }: View): Promise<DeliverDependencies> {
  const { cwd, signal, client: connect } = context
  const { profile } = await context.connection()
  const hub = await connect(memoryUploadStore())
  return { cwd, signal, emit, hub, hubKey: `${profile} ${hub.baseUrl}`, connect }
}

async function showDelivery(
  { out }: CommandContext,
  dependencies: DeliverDependencies,
  { options, view }: Shown,
): Promise<number> {
  const release = await deliverFolder(dependencies, options)
  view.close()
  out.result(summaryOf(release), () => [
    ...wrapText(formatHeadline(release), out.columns),
    `${release.id}  ${release.status}`,
  ])
  for (const line of describeMissingOutlets(release).flatMap((words) => wrapText(words, out.columns))) out.say(line)
  for (const line of wrapText(nextStep(release, options), out.columns)) out.next(line)
  return exitCodes.ok
}

const summaryOf = ({ id, title, type, tracks, status, externalId, validation, findings, liveAt }: Release) => ({
  releaseId: id,
  title,
  type,
  tracks: tracks.map((track) => ({ id: track.id, title: track.title, uploadId: track.uploadId })),
  status,
  externalId,
  validation,
  findings,
  liveAt,
})

function nextStep({ id, status, validation }: Release, { folder: path }: DeliverOptions): string {
  if (status === 'live') return `See it with: spindle releases get ${id}`
  if (status !== 'draft' && status !== 'changes_requested')
    return nextSteps[status] ?? `Follow it with: spindle releases watch ${id}`
  return validation.errors > 0
    ? `Next: fix what is marked, mostly in release.yaml, then run: spindle deliver ${path} --submit`
    : `Next: spindle deliver ${path} --submit --watch`
}

async function showDryRun(
  { out }: CommandContext,
  dependencies: DeliverDependencies,
  { options, view }: Shown,
): Promise<number> {
  const dry = await dryRun(dependencies, options)
  view.close()
  out.result(dry, () => [`${dry.request.method} ${dry.request.url}`, JSON.stringify(dry.request.body, undefined, 2)])
  const errors = dry.findings.filter(({ severity }) => severity === 'error').length
  if (dry.isRefused)
    throw new CommandError(`The hub would refuse it: ${formatCount(errors, 'error')}. Nothing was sent or written`, {
      exitCode: exitCodes.validation,
      code: 'would_be_refused',
      fix: 'Fix what is marked above.',
    })
  out.say(
    [
      errors > 0
        ? `It would become a draft; ${formatCount(errors, 'error')} must be fixed before it can be submitted.`
        : 'Ready to submit, as far as this can be told before the audio is decoded.',
      'Nothing was sent or written.',
      dry.continues === null ? '' : `The folder is already release ${dry.continues}, which would be updated.`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  )
  return exitCodes.ok
}
