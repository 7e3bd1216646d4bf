import { resolve } from 'node:path'
import type { Finding, Release } from '@spindle/client'
import { CommandError, exitCodes } from '@spindle/command-line'
import { formatCount } from '../output/format-units.ts'
import { findReview, type ReturnedReview, toProblems } from '../releases/find-review.ts'
import { isReleaseEditable } from '../releases/is-release-editable.ts'
import { hasReached } from '../releases/next-steps.ts'
import { checkPlan } from './checks/check-plan.ts'
import { fetchHubSettings } from './checks/hub-settings.ts'
import type { DeliverDependencies } from './deliver-dependencies.ts'
import { readFolder } from './folder/read-folder.ts'
import { buildRequest, placeholderUploadId } from './plan/build-request.ts'
import { listFilesToSend } from './plan/files-to-send.ts'
import { makePlan, type Plan } from './plan/make-plan.ts'
import { statePlace } from './state/folder-state-file.ts'
import { lockFolder } from './state/lock-folder.ts'
import { createOrUpdateRelease } from './steps/create-or-update-release.ts'
import type { DeliverSession } from './steps/deliver-session.ts'
import { type FoundRelease, folderExternalId } from './steps/find-release.ts'
import { findSentFiles } from './steps/find-sent-files.ts'
import { listNewFindings, reportReleaseFindings, reportUploadFindings } from './steps/report-findings.ts'
import { reportStatus } from './steps/report-status.ts'
import { resumeFolder } from './steps/resume-folder.ts'
import { submitRelease } from './steps/submit-release.ts'
import { uploadFiles } from './steps/upload-files.ts'
import { beginWatching, type WatchOptions, watchRelease } from './steps/watch-release.ts'

/** The whole of a delivery, step by step. Every step is durable before the next begins, so that any end is a pause. */

/** The options of the command line for a delivery. */
export interface DeliverOptions extends WatchOptions {
  readonly folder: string
  /** Where the state of the delivery is stored, if not in the folder. */
  readonly stateDir?: string | undefined
  readonly submit: boolean
  readonly watch: boolean
  /** Forget a release that is gone from the hub, or belongs to the folder this one is a copy of. */
  readonly restart: boolean
  /** Change a submitted release as the folder was changed, without asking. */
  readonly update: boolean
  /** Why the audio of a delivered track is replaced. */
  readonly reason?: string | undefined
  /** Files sent at once. */
  readonly concurrency: number
  /** Most bytes a second, of all files together. */
  readonly bytesPerSecond: number | undefined
}

/**
 * Returns the final release. Throws `CommandError`; what was sent until then is kept, and the next run continues it.
 */
export async function deliverFolder(dependencies: DeliverDependencies, options: DeliverOptions): Promise<Release> {
  const { emit, signal, cwd } = dependencies
  const folder = await readFolder(options.folder, cwd)
  const plan = await makePlan(folder, signal)
  emit({ type: 'planned', plan })
  await refuseFiles(dependencies, plan)
  const place = statePlace(folder.path, options.stateDir && resolve(cwd, options.stateDir))
  const unlock = await lockFolder(place)
  try {
    const { session, found } = await resumeFolder(dependencies, { place, restart: options.restart })
    if (found === undefined) return await deliverPlan(session, plan, options)
    if (isReleaseEditable(found.release)) return await reviseRelease(session, plan, { found, options })
    return await continueSubmitted(session, plan, { found, options, confirmUpdate: dependencies.confirmUpdate })
  } finally {
    await unlock()
  }
}

/** Files that the hub would refuse are not sent first. */
async function refuseFiles({ hub, emit, signal }: DeliverDependencies, plan: Plan): Promise<void> {
  const settings = await fetchHubSettings(hub, signal)
  const { files } = checkPlan(plan, buildRequest(plan, placeholderUploadId, 'folder'), settings)
  const errors = files.filter(({ severity }) => severity === 'error')
  // The hub reports the rest when it has analysed the files.
  const unread = files.filter(({ code, severity }) => severity !== 'error' && code === 'corrupt')
  emit({ type: 'findings', findings: [...errors, ...unread] })
  if (errors.length === 0) return
  throw new CommandError(`The hub would refuse this folder: ${formatCount(errors.length, 'error')}. Nothing was sent`, {
    exitCode: exitCodes.validation,
    code: 'files_refused',
    fix: 'Fix the problems marked above, then run the same command again.',
  })
}

interface ExistingRelease {
  readonly found: FoundRelease
  readonly options: DeliverOptions
}

/** A draft, or a release that came back from a review: the requested changes are shown before anything is sent. */
async function reviseRelease(
  session: DeliverSession,
  plan: Plan,
  { found: { release }, options }: ExistingRelease,
): Promise<Release> {
  const review = findReview(release)
  if (review === undefined) return deliverPlan(session, plan, options)
  session.emit({ type: 'review', review })
  const draft = await deliverPlan(session, plan, { ...options, submit: false })
  if (!options.submit) return draft
  const now = findReview(draft)
  if (now !== undefined && !now.isAnswered) throw unansweredReview(draft, now)
  requireNoErrors(draft)
  return submitAndWatch(session, draft, options, (findings) =>
    session.emit({ type: 'findings', findings: listNewFindings(draft.findings, findings) }),
  )
}

const unansweredReview = ({ id }: Release, review: ReturnedReview): CommandError =>
  new CommandError(`The reviewer requested changes, but nothing has changed, so ${id} was not submitted`, {
    exitCode: exitCodes.validation,
    code: 'review_unanswered',
    problems: toProblems(review),
    fix: `Make the listed changes, then run the same command again. To submit it unchanged: spindle releases submit ${id}`,
  })

/** A release that is on its way, or at its end: the folder changes it only when the person agrees. */
async function continueSubmitted(
  session: DeliverSession,
  plan: Plan,
  { found, options, confirmUpdate }: ExistingRelease & Pick<DeliverDependencies, 'confirmUpdate'>,
): Promise<Release> {
  const { release } = found
  const differences = await reportStatus(session, plan, release)
  if (differences.length > 0) {
    await confirmUpdate(release)
    return deliverPlan(session, plan, options)
  }
  if (options.submit && release.pendingRevision !== null) return deliverPlan(session, plan, options)
  if (!options.watch || hasReached(release, options.until)) return release
  return watchRelease(session, release.id, await beginWatching(session, release.id), options)
}

async function deliverPlan(session: DeliverSession, plan: Plan, options: DeliverOptions): Promise<Release> {
  const { client, stateFile, emit, signal, patiently } = session
  const files = listFilesToSend(plan)
  const sent = findSentFiles(
    { files: stateFile.current().files, record: session.record.current(), baseUrl: client.baseUrl },
    files,
  )
  emit({
    type: 'files',
    files: files.map(({ file }) => ({ name: file.name, bytes: file.size, isSent: sent.has(file.name) })),
  })
  const uploads = await uploadFiles(session, files, options)
  await reportUploadFindings(session, uploads)
  const idOf = (file: string): string => uploads.get(file)?.id ?? ''
  const release = await createOrUpdateRelease(
    session,
    buildRequest(plan, idOf, folderExternalId(stateFile.folderId)),
    options.reason,
  )
  const { findings, validation } = await patiently(() => client.releases.validate(release.id, { signal }))
  reportReleaseFindings(session, plan, findings, uploads)
  const checked = { ...release, validation, findings }
  if (!options.submit) return checked
  requireNoErrors(checked)
  return submitAndWatch(session, release, options, (submitted) =>
    // The submission assigns codes and looks at all releases of the account.
    reportReleaseFindings(session, plan, listNewFindings(findings, submitted), uploads),
  )
}

function requireNoErrors({ id, validation }: Release): void {
  if (validation.errors === 0) return
  throw new CommandError(`${formatCount(validation.errors, 'error')} must be fixed before ${id} can be submitted`, {
    exitCode: exitCodes.validation,
    code: 'findings_block',
    fix: 'Fix the problems marked above, mostly in release.yaml. Then run the same command again to update the draft.',
  })
}

/** Its findings are reported before it is watched: watching can end with an error, or not for days. */
async function submitAndWatch(
  session: DeliverSession,
  release: Release,
  options: DeliverOptions,
  reportFindings: (findings: readonly Finding[]) => void,
): Promise<Release> {
  const watching = options.watch ? await beginWatching(session, release.id) : undefined
  const submitted = await submitRelease(session, release)
  session.emit({ type: 'submitted', releaseId: release.id, findings: submitted.findings })
  reportFindings(submitted.findings)
  return watching ? watchRelease(session, release.id, watching, options) : submitted
}
