import type { Finding, Upload } from '@spindle/client'
import { CommandError, exitCodes } from '@spindle/command-line'
import type { Plan } from '../plan/make-plan.ts'
import type { DeliverSession } from './deliver-session.ts'

/** Reports what the hub found: in each file under its name, and in the release. Nothing is reported twice. */

/** By the name of the file in the folder. */
export type Uploads = ReadonlyMap<string, Upload>

/** Throws when a file cannot be used at all. */
export async function reportUploadFindings(session: DeliverSession, uploads: Uploads): Promise<void> {
  const { emit } = session
  for (const [file, { findings }] of uploads)
    if (findings.length > 0) emit({ type: 'findings', findings: findings.map((finding) => ({ ...finding, file })) })
  const rejected = [...uploads].filter(([, { status }]) => status === 'rejected').map(([file]) => file)
  if (rejected.length === 0) return
  await forgetUnjudged(session, uploads)
  throw new CommandError(`The hub cannot use ${rejected.join(', ')}. No release was created`, {
    exitCode: exitCodes.validation,
    code: 'files_rejected',
    fix: 'Replace the file, then run the same command again. The other files are not sent again.',
  })
}

/** A file that the hub failed to analyse may be good: it is sent again the next time. */
async function forgetUnjudged(session: DeliverSession, uploads: Uploads): Promise<void> {
  const unjudged = [...uploads.values()].filter(({ findings }) =>
    findings.some(({ code }) => code === 'analysis_failed'),
  )
  const ids = new Set<string>(unjudged.map(({ id }) => id))
  if (ids.size === 0) return
  await session.record.change((record) => ({
    ...record,
    uploads: Object.fromEntries(Object.entries(record.uploads).filter(([, id]) => !ids.has(id))),
  }))
}

/** Those of `now` that were not there before. */
export const listNewFindings = (before: readonly Finding[], now: readonly Finding[]): readonly Finding[] =>
  now.filter(({ code, pointer }) => !before.some((known) => known.code === code && known.pointer === pointer))

/**
 * Leaves out what was already reported of a file that the finding points to. Throws nothing: drafts may have errors.
 */
export function reportReleaseFindings(
  { emit }: DeliverSession,
  plan: Plan,
  findings: readonly Finding[],
  uploads: Uploads,
): void {
  const fileAt = new Map(plan.tracks.map(({ master }, index) => [`/tracks/${index}/uploadId`, master.file.name]))
  if (plan.cover) fileAt.set('/coverUploadId', plan.cover.file.name)
  const isTold = ({ pointer, code }: Finding): boolean =>
    uploads.get(fileAt.get(pointer) ?? '')?.findings.some((finding) => finding.code === code) === true
  emit({ type: 'findings', findings: findings.filter((finding) => !isTold(finding)) })
}
