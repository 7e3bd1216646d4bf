import type { AppError, Finding, MissingFile, ReleaseDocument, TableProblem } from '@spindle/contract'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { canonicalJson } from '../../../platform/values/canonical-json.ts'
import {
  type Actor,
  documentValidator,
  type FoundRelease,
  normaliseDocument,
  type ReleaseDrafts,
} from '../../releases/index.ts'
import { isrcOf } from './group-rows.ts'
import type { TableColumns } from './mappings/read-head.ts'
import { findFiles, namesOfCover, namesOfMaster } from './match-masters.ts'
import { mergeRelease } from './merge-release.ts'
import { type PlannedRelease, type PlannedTrack, planRelease } from './plan-release.ts'
import { type DueRelease, findOtherLine, type Settled, toTableRows } from './release-rows-queries.ts'

/** Applies one release of a table, in the transaction that records its outcome. */

export interface Applying {
  readonly trx: TenantTransaction
  readonly actor: Actor
  readonly drafts: ReleaseDrafts
  readonly importId: string
  readonly columns: TableColumns
}

type Track = ReleaseDocument['tracks'][number]

/** Those that an import may change. */
export const editable: ReadonlySet<FoundRelease['status']> = new Set(['draft', 'changes_requested'])

const refuse = (problems: readonly TableProblem[]): Settled => ({
  outcome: 'refused',
  releaseId: null,
  revision: null,
  problems,
  missing: [],
})

export const tableProblem = (line: number | null, code: string, message: string, fix: string): TableProblem => ({
  ...{ code, severity: 'error', line, column: null },
  ...{ message: message.slice(0, 2000), fix: fix.slice(0, 2000) },
})

/** The index of the track that a JSON Pointer means. */
function trackOf(pointer = ''): number | undefined {
  const index = /^\/tracks\/([0-9]+)(?:\/|$)/u.exec(pointer)?.[1]
  return index === undefined ? undefined : Number(index)
}

/** What the API would answer, at the row that a pointer means. */
export function explainRefusal(error: AppError, { line, rows }: Pick<DueRelease, 'line' | 'rows'>): Settled {
  const { errors = [], detail } = error.options
  const told = errors.map(({ pointer, code, detail: message, fix }) => {
    const at = rows[trackOf(pointer) ?? -1]?.[0] ?? line
    return tableProblem(
      at,
      code,
      `${pointer ?? ''}: ${message}`,
      fix ?? 'Correct the value and import the table again.',
    )
  })
  return refuse(
    told.length > 0
      ? told
      : [tableProblem(line, error.code, detail ?? error.message, 'Correct the cause and import the table again.')],
  )
}

export async function applyRelease(applying: Applying, due: DueRelease): Promise<Settled> {
  const { trx, columns, importId } = applying
  const planned = planRelease(toTableRows(due), columns)
  if (planned.problems.length > 0) return refuse(planned.problems)
  const target = await findTarget(applying, planned)
  if (!target && planned.releaseId !== undefined)
    return refuse([
      tableProblem(
        due.line,
        'release_unknown',
        `The account has no release ${planned.releaseId}.`,
        'Use the id of a release of this account, or leave the cell empty.',
      ),
    ])
  if (target) {
    const other = await findOtherLine(trx, importId, { position: due.position, releaseId: target.id })
    if (other !== undefined)
      return refuse([
        tableProblem(
          due.line,
          'release_repeated',
          `Line ${other} already describes this release.`,
          'Give all rows of a release the same externalId or UPC.',
        ),
      ])
  }
  return write(applying, due, planned, target)
}

const findTarget = ({ trx, drafts }: Applying, { releaseId, members }: PlannedRelease) =>
  drafts.find(trx, {
    ids: releaseId === undefined ? [] : [releaseId],
    externalIds: members.externalId === undefined ? [] : [members.externalId],
    gtin14: releaseId === undefined && members.upc !== undefined ? members.upc.padStart(14, '0') : null,
    grid: null,
  })

async function write(
  applying: Applying,
  due: DueRelease,
  planned: PlannedRelease,
  target: FoundRelease | undefined,
): Promise<Settled> {
  const { trx, actor, drafts } = applying
  const known = target?.document
  const merged = mergeRelease(planned, known)
  const absent = findAbsent(merged, due.line)
  if (absent.length > 0) return refuse(absent)
  const { document, ambiguous } = await attachFiles(trx, normaliseDocument(merged.document), {
    planned,
    plans: merged.plans,
  })
  documentValidator.body(document)
  const isSame = known !== undefined && canonicalJson(document) === canonicalJson(known)
  const settle = (outcome: Settled['outcome'], id: string) =>
    describeRelease(applying, id, { outcome, planned, plans: merged.plans, ambiguous, line: due.line })
  if (!target) return settle('created', await drafts.create({ trx, actor }, document))
  if (isSame) {
    await drafts.recheck(trx, target.id)
    return settle('unchanged', target.id)
  }
  if (!editable.has(target.status)) return refuse([locked(due.line, target)])
  await drafts.update({ trx, actor }, target.id, document as never)
  return settle('updated', target.id)
}

/** What every release needs: a title, and tracks with titles. */
function findAbsent({ document, plans }: ReturnType<typeof mergeRelease>, line: number): TableProblem[] {
  const absent = (at: number, what: string, column: string) =>
    tableProblem(at, 'required', `The ${what}.`, `Fill ${column}.`)
  return [
    ...(document.title === '' ? [absent(line, 'release has no title', 'releaseTitle')] : []),
    ...(document.tracks.length === 0 ? [absent(line, 'release has no track', 'trackTitle')] : []),
    ...document.tracks.flatMap(({ title }, index) =>
      title === '' ? [absent(plans[index]?.line ?? line, 'track has no title', 'trackTitle')] : [],
    ),
  ]
}

const locked = (line: number, { id, status }: FoundRelease): TableProblem =>
  tableProblem(
    line,
    'release_submitted',
    `The release ${id} is ${status}, and the table has other values for it. A table changes only drafts.`,
    'Change the release itself and submit it again, or give the rows the values that it has.',
  )

interface Described {
  readonly planned: PlannedRelease
  readonly plans: readonly (PlannedTrack | undefined)[]
}

interface Attached {
  readonly document: ReleaseDocument
  /** Names of files that several uploads with different content have. */
  readonly ambiguous: readonly string[]
}

/** Puts uploads in the places that have none. */
export async function attachFiles(
  trx: TenantTransaction,
  document: ReleaseDocument,
  described: Described,
): Promise<Attached> {
  const wanted = listMissing(document, described)
  const found = await findFiles(trx, wanted)
  const ids = found.map((one) => (one && 'upload' in one ? one.upload.id : undefined))
  const hasCover = wanted[0]?.kind === 'image'
  const cover = hasCover ? ids[0] : undefined
  let next = hasCover ? 1 : 0
  const tracks = document.tracks.map((track): Track => {
    if (track.uploadId !== undefined) return track
    const uploadId = ids[next++]
    return uploadId === undefined ? track : { ...track, uploadId }
  })
  return {
    document: { ...document, ...(cover === undefined ? {} : { coverUploadId: cover }), tracks },
    ambiguous: found.flatMap((one) => (one && 'ambiguous' in one ? [one.ambiguous] : [])),
  }
}

/** The cover first, then the tracks without audio in their order. */
export function listMissing(document: ReleaseDocument, { planned, plans }: Described): MissingFile[] {
  const { upc, coverUploadId, title, tracks } = document
  const coverFiles = namesOfCover(planned.coverFile, upc)
  const cover: MissingFile[] =
    coverUploadId === undefined && coverFiles.length > 0
      ? [{ kind: 'image', trackId: null, title, files: coverFiles, sha256: null }]
      : []
  const counts = new Map<number, number>()
  return [
    ...cover,
    ...tracks.flatMap(({ id = null, title: trackTitle, disc = 1, isrc, uploadId }, index): MissingFile[] => {
      const number = (counts.get(disc) ?? 0) + 1
      counts.set(disc, number)
      if (uploadId !== undefined) return []
      const { audioFile, sha256 = null } = plans[index] ?? {}
      const files = namesOfMaster({ audioFile, isrc: isrc === undefined ? undefined : isrcOf(isrc), upc, disc, number })
      return [{ kind: 'audio', trackId: id, title: trackTitle, files, sha256 }]
    }),
  ]
}

interface Outcome extends Described {
  readonly outcome: Settled['outcome']
  readonly ambiguous: readonly string[]
  readonly line: number
}

/** The release as it is now, with what its rules found at the rows of its tracks. */
export async function describeRelease(
  { trx, drafts }: Pick<Applying, 'trx' | 'drafts'>,
  releaseId: string,
  { outcome, ambiguous, line, ...described }: Outcome,
): Promise<Settled> {
  const release = await drafts.lock(trx, releaseId)
  if (!release) throw new Error(`the release ${releaseId} is gone`)
  const problems = [
    ...ambiguous.map((file) =>
      tableProblem(
        line,
        'audio_ambiguous',
        `Several uploads with different content are named ${file}.`,
        'Fill the column sha256, or give the files different names.',
      ),
    ),
    ...release.findings
      .filter(({ severity }) => severity !== 'note')
      .map((finding) => toProblem(finding, described, line)),
  ]
  const missing = listMissing(release.document, described)
  return { outcome, releaseId, revision: release.revision, problems, missing }
}

function toProblem(
  { code, severity, pointer, message, fix }: Finding,
  { plans }: Described,
  line: number,
): TableProblem {
  const at = plans[trackOf(pointer) ?? -1]?.line ?? line
  return { code, severity, line: at, column: null, message, fix }
}
