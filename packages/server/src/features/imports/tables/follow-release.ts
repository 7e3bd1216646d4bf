import { canonicalJson } from '../../../platform/values/canonical-json.ts'
import { type Applying, attachFiles, describeRelease, editable } from './apply-release.ts'
import { mergeRelease } from './merge-release.ts'
import { planRelease } from './plan-release.ts'
import { type DueRelease, type Settled, toTableRows } from './release-rows-queries.ts'

/** What happens to a release of a table after it was imported: its masters arrive, or the import is undone. */

export const asItIs = ({ outcome, releaseId, revision, problems, missing }: DueRelease): Settled => ({
  outcome,
  releaseId,
  revision,
  problems,
  missing,
})

/** Attaches what has arrived since. A release that cannot be edited any more is left alone. */
export async function attachArrived(applying: Applying, due: DueRelease): Promise<Settled> {
  const { trx, actor, drafts, columns } = applying
  const release = due.releaseId === null ? undefined : await drafts.lock(trx, due.releaseId)
  if (!release) return { ...asItIs(due), missing: [] }
  // Once it was submitted, what prevented that is over.
  if (!editable.has(release.status)) return { ...asItIs(due), problems: [], missing: [] }
  const planned = planRelease(toTableRows(due), columns)
  const { plans } = mergeRelease(planned, release.document)
  const described = { planned, plans }
  const { document, ambiguous } = await attachFiles(trx, release.document, described)
  const isUntouched = release.revision === due.revision
  if (canonicalJson(document) !== canonicalJson(release.document)) {
    const { coverUploadId, tracks } = document
    const cover = coverUploadId === undefined ? {} : { coverUploadId }
    await drafts.update({ trx, actor }, release.id, { ...cover, tracks } as never)
  }
  const settled = await describeRelease(applying, release.id, {
    ...described,
    outcome: due.outcome,
    ambiguous,
    line: due.line,
  })
  // What others changed before stays theirs: undoing must not delete it.
  return isUntouched ? settled : { ...settled, revision: due.revision }
}

/** Deletes a draft that this import created, unless it was changed since. */
export async function undoRelease({ trx, actor, drafts }: Applying, due: DueRelease): Promise<Settled> {
  const release = due.releaseId === null ? undefined : await drafts.lock(trx, due.releaseId)
  if (!release) return { ...asItIs(due), outcome: 'undone', releaseId: null, problems: [], missing: [] }
  if (release.status !== 'draft' || release.revision !== due.revision)
    return {
      ...asItIs(due),
      problems: [
        {
          code: 'changed_since',
          severity: 'warning',
          line: due.line,
          column: null,
          message: `The release ${release.id} was changed or submitted after the import. It is kept.`,
          fix: 'Delete it yourself if you do not need it.',
        },
      ],
    }
  await drafts.remove({ trx, actor }, release.id)
  return { ...asItIs(due), outcome: 'undone', releaseId: null, problems: [], missing: [] }
}
