import {
  createRelease,
  type ImportFile,
  type ImportIssue,
  type ImportNote,
  parseGtin,
  type ReleaseDocument,
} from '@spindle/contract'
import { requestValidator } from '../../../http/requests/validation.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { canonicalJson } from '../../../platform/values/canonical-json.ts'
import type { Actor, FoundRelease, ReleaseDrafts } from '../../releases/index.ts'
import { findUploads } from '../../uploads/index.ts'
import { type Ended, findLastApplied, type ImportRow, isMessageIdReused } from '../import-queries.ts'
import type { ReadMessage, ReadRelease } from '../reader/reading.ts'
import { emptyReport } from '../report.ts'
import { compareLengths } from './compare-lengths.ts'
import { explainFiles } from './explain-files.ts'
import { fillFiles } from './fill-files.ts'
import type { MatchedFiles } from './match-files.ts'
import { matchTracks } from './match-tracks.ts'
import { externalIdOf, fillableMembers, maxIssues, toDocument } from './to-document.ts'

/** Decides the outcome of a message, in the transaction that applies it. */

export interface Decision {
  readonly drafts: ReleaseDrafts
  readonly row: Pick<ImportRow, 'sha256'>
  readonly message: ReadMessage
  readonly files: MatchedFiles
}

interface Caller {
  readonly trx: TenantTransaction
  readonly actor: Actor
}

type Decided = Pick<Ended, 'status' | 'releaseId' | 'report'>

const refuse = (code: string, detail: string, files: ImportFile[] = []): Decided => ({
  status: 'refused',
  releaseId: null,
  report: { ...emptyReport, files, refusal: { code, detail, line: null } },
})

const keysOf = (message: ReadMessage) => {
  const { icpn, grid, proprietaryIds } = message.identity
  const externalId = externalIdOf(message)
  return {
    ids: proprietaryIds.map(({ value }) => value).filter((value) => value.startsWith('rel_')),
    externalIds: externalId === undefined ? [] : [externalId],
    gtin14: icpn === null ? null : (parseGtin(icpn) ?? null),
    grid: grid?.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase() ?? null,
  }
}

export async function decideImport(caller: Caller, decision: Decision): Promise<Decided> {
  const { trx } = caller
  const { drafts, row, message } = decision
  const { messageId, sender, createdAt, isTakedown, release } = message
  if (messageId !== null && (await isMessageIdReused(trx, { messageId, senderId: sender.id, sha256: row.sha256 })))
    return refuse(
      'message_id_reused',
      `${sender.id ?? 'The sender'} already used the MessageId ${messageId} for another message. Use a unique id.`,
    )
  const target = await drafts.find(trx, keysOf(message))
  const last = target && (await findLastApplied(trx, target.id, sender.id))
  const asItIs = (status: 'stale' | 'unchanged'): Decided => ({
    status,
    releaseId: target?.id ?? null,
    report: { ...emptyReport, notes: toNotes(message) },
  })
  if (last?.sha256 === row.sha256 && last.status !== 'incomplete') return asItIs('unchanged')
  if (last?.newestAt && createdAt !== null && createdAt < last.newestAt.toISOString()) return asItIs('stale')
  if (isTakedown || !release) return takeDown(caller, decision, target)
  return write(caller, { ...decision, release, target })
}

const toNotes = ({ notes }: ReadMessage): ImportNote[] => notes.map((note) => ({ ...note, line: note.line || null }))

type Status = FoundRelease['status']

/** States in which outlets have the release, or are about to. */
const offered: ReadonlySet<Status> = new Set(['approved', 'delivering', 'scheduled', 'delivery_failed', 'live'])
/** States from which the release is withdrawn first. */
const inReview: ReadonlySet<Status> = new Set(['submitted', 'in_review'])
const editable: ReadonlySet<Status> = new Set(['draft', 'changes_requested'])

async function takeDown(
  caller: Caller,
  { drafts, message }: Decision,
  target: FoundRelease | undefined,
): Promise<Decided> {
  if (!target) return refuse('nothing_offered', 'The message has no deals, and the release does not exist on this hub.')
  const { id, status } = target
  const report = { ...emptyReport, notes: toNotes(message) }
  if (offered.has(status)) {
    await drafts.takeDown(caller, id, { reason: 'requested by sender' })
    return { status: 'takedown_requested', releaseId: id, report }
  }
  const issues = target.document.importIssues ?? []
  const isKnown = issues.some(({ code }) => code === 'withdrawn_by_sender')
  if (isKnown || !(inReview.has(status) || editable.has(status))) return { status: 'unchanged', releaseId: id, report }
  if (inReview.has(status)) await drafts.withdraw(caller, id)
  // Other notes may have to make space: this one is the most important.
  await drafts.update(caller, id, { importIssues: [withdrawnBy(message), ...issues].slice(0, maxIssues) })
  return { status: 'updated', releaseId: id, report: { ...report, notes: [...report.notes, withdrawn] } }
}

const withdrawn: ImportNote = {
  code: 'withdrawn',
  message: 'The message has no deals. The release was not delivered yet. It is kept but cannot be submitted.',
  path: null,
  line: null,
}

function withdrawnBy({ sender: { id, name }, messageId, createdAt }: ReadMessage): ImportIssue {
  const who = name === null ? (id ?? 'The sender') : `${name}${id === null ? '' : ` (${id})`}`
  const when = createdAt === null ? '' : ` of ${createdAt.slice(0, 10)}`
  const which = messageId === null ? 'a message' : `message ${messageId.slice(0, 100)}`
  return {
    code: 'withdrawn_by_sender',
    message: `${who} withdrew this release with ${which}${when}, which has no deals.`,
  }
}

interface Writing extends Decision {
  readonly release: ReadRelease
  readonly target: FoundRelease | undefined
}

const validator = requestValidator(createRelease)

async function write(caller: Caller, { drafts, message, files, release, target }: Writing): Promise<Decided> {
  const known = target?.document
  const knownTracks = matchTracks(release.tracks, known?.tracks ?? [])
  const written = await toDocument({ ...message, release }, known, knownTracks)
  const uploads = await findUploads(caller.trx, uploadsOf(known))
  const filled = fillFiles(written, { files, knownTracks, coverUploadId: known?.coverUploadId, uploads })
  const audio = files.tracks.map(({ status, upload }, index) =>
    status === 'accepted' ? upload : uploads.get(knownTracks[index]?.uploadId ?? ''),
  )
  const notes = [
    ...toNotes(message),
    ...[...filled.notes, ...compareLengths(release.tracks, audio)].map((note) => ({
      ...note,
      path: null,
      line: null,
    })),
  ]
  const report = { refusal: null, files: filled.files, notes }
  const [first] = filled.tracks
  if (!first) return refuse(...explainFiles(filled.files.slice(0, release.tracks.length)), filled.files)
  const { id: _id, ...firstTrack } = first
  const document = {
    ...written.members,
    ...filled.cover,
    tracks: [firstTrack, ...filled.tracks.slice(1).map(withoutId)],
  }
  validator.body(document)
  if (!target) {
    const releaseId = await drafts.create(caller, document, fillableMembers)
    return { status: filled.isComplete ? 'created' : 'incomplete', releaseId, report }
  }
  const next = { ...document, tracks: filled.tracks }
  const isSame = canonicalJson(next) === canonicalJson(target.document)
  if (!isSame) await drafts.update(caller, target.id, patchBetween(target.document, next))
  return { status: filled.isComplete ? (isSame ? 'unchanged' : 'updated') : 'incomplete', releaseId: target.id, report }
}

const withoutId = <T extends { readonly id?: string }>({ id: _id, ...track }: T): Omit<T, 'id'> => track

const uploadsOf = (known: ReleaseDocument | undefined): string[] => [
  ...(known?.tracks.flatMap(({ uploadId }) => uploadId ?? []) ?? []),
  ...(known?.coverUploadId === undefined ? [] : [known.coverUploadId]),
]

/** A message is complete: what it leaves out no longer exists. */
const patchBetween = (before: object, after: object): object => ({
  ...Object.fromEntries(Object.keys(before).map((name) => [name, null])),
  ...after,
})
