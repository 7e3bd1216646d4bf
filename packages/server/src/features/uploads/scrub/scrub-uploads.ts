import { setTimeout as sleep } from 'node:timers/promises'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { UploadId } from '../model/upload-queries.ts'
import { examineBytes } from './examine-bytes.ts'
import {
  type BytesProblem,
  beginScrub,
  type DigestedUpload,
  findDigested,
  listDigested,
  listDueProblems,
  listOldest,
  measureScrub,
  noteScrubRun,
  saveExamined,
  type WaitingScrub,
} from './scrub-queries.ts'

/**
 * The scrub reads every stored upload again, so that damage is found while a backup still has the bytes. Each run
 * continues with those that were not read for longest, one at a time.
 */

export interface Scrubbing {
  readonly system: Sql
  readonly blobs: Blobs
  readonly now: () => Date
  readonly log: Log
}

export interface ScrubPlan {
  /** Every upload is read once in this many days. */
  readonly days: number
  readonly budgetMs: number
  /** The scrub pauses this many times as long as it reads. */
  readonly restFactor: number
  /** Ends the run, even in the middle of a file. */
  readonly signal: AbortSignal
}

const dayMs = 24 * 60 * 60_000
const pageSize = 500
const longestRestMs = 60_000

/** Reads the share of this day. Overdue uploads are read too, as far as the run has time. */
export async function scrubShare(scrubbing: Scrubbing, plan: ScrubPlan): Promise<void> {
  const { system, now } = scrubbing
  await beginScrub(system, now())
  const endMs = performance.now() + plan.budgetMs
  for await (const upload of listDue(scrubbing, plan)) {
    const startMs = performance.now()
    await examineAndNote(scrubbing, upload, plan.signal)
    if (performance.now() >= endMs || plan.signal.aborted) break
    await sleep(Math.min(longestRestMs, (performance.now() - startMs) * plan.restFactor), undefined, plan)
  }
  await noteScrubRun(system, now())
}

async function* listDue({ system, now }: Scrubbing, { days }: ScrubPlan): AsyncGenerator<DigestedUpload> {
  const dayAgo = new Date(now().getTime() - dayMs)
  // Found lost before: it may have been restored, otherwise it is still an alarm.
  yield* await listDueProblems(system, dayAgo, pageSize)
  const { bytes, readBytes } = await measureScrub(system, dayAgo)
  let left = bytes / days - readBytes
  const isDue = (upload: WaitingScrub): boolean => {
    const waitedMs = now().getTime() - upload.since.getTime()
    // Rounded, so that large files are not read more often than small ones.
    return waitedMs >= days * dayMs || (waitedMs >= dayMs && left > 0 && left * 2 >= upload.size)
  }
  for (let page = await listOldest(system, pageSize); page.length > 0; page = await listOldest(system, pageSize))
    for (const upload of page) {
      if (!isDue(upload)) return
      left -= upload.size
      yield upload
    }
}

/** Also undefined if the upload is gone. */
export async function examineAndNote(
  { system, blobs, now, log }: Scrubbing,
  listed: DigestedUpload,
  signal?: AbortSignal,
): Promise<BytesProblem | undefined> {
  const seemed = await examineBytes(blobs, listed, signal)
  // The list may be older than the row: the upload may be deleted by now, or stored again.
  const upload = seemed === undefined ? listed : await findDigested(system, listed.id)
  if (!upload) return undefined
  const problem = seemed === undefined ? undefined : await examineBytes(blobs, upload, signal)
  await saveExamined(system, { id: upload.id, problem, at: now() })
  if (problem) log.error('uploads.bytes_damaged', { uploadId: upload.id, problem })
  return problem
}

/** The same of an upload by its id. */
export async function examineStored(scrubbing: Scrubbing, id: UploadId): Promise<BytesProblem | undefined> {
  const upload = await findDigested(scrubbing.system, id)
  return upload && examineAndNote(scrubbing, upload)
}

export interface ScrubReport {
  readonly uploads: number
  readonly bytes: number
  readonly problems: Readonly<Record<BytesProblem, number>>
}

/** Reads all of them now, in the order of their ids. */
export async function scrubAll(scrubbing: Scrubbing, onProgress: (text: string) => void): Promise<ScrubReport> {
  const { system, now } = scrubbing
  const report = { uploads: 0, bytes: 0, problems: { missing: 0, damaged: 0, unreadable: 0 } }
  await beginScrub(system, now())
  for await (const upload of everyDigested(system)) {
    const problem = await examineAndNote(scrubbing, upload)
    report.uploads += 1
    report.bytes += upload.size
    if (problem) report.problems[problem] += 1
    onProgress(`reading uploads: ${report.uploads}, ${report.bytes} bytes`)
  }
  await noteScrubRun(system, now())
  return report
}

/** All uploads that have bytes, or those that have a known problem. */
export async function* everyDigested(system: Sql, isKnownOnly = false): AsyncGenerator<DigestedUpload> {
  for (let after = ''; ; ) {
    const page = await listDigested(system, after, { limit: pageSize, isKnownOnly })
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}
