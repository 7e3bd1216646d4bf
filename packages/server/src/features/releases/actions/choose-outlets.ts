import { AppError, type BulkOutlets } from '@spindle/contract'
import type { OutletsFeature } from '../../outlets/index.ts'
import type { ReleaseRecord } from '../model/release-record.ts'

/** The list of outlets of a release after a change of it; null means all outlets. Throws `validation_failed`. */
export function chooseOutlets(
  outlets: Pick<OutletsFeature, 'list'>,
  { document }: Pick<ReleaseRecord, 'document'>,
  { set, add = [], remove = [] }: BulkOutlets,
): string[] | null {
  if (set !== undefined) return set === null ? null : [...set]
  const before = document.outlets ?? null
  // Without a list, the release already goes to all outlets.
  if (before === null && remove.length === 0) return null
  const listed = before ?? outlets.list().map(({ id }) => id)
  const after = [...new Set([...listed, ...add])].filter((id) => !remove.includes(id))
  if (after.length === 0) throw noOutletLeft()
  return after
}

const noOutletLeft = (): AppError =>
  new AppError('validation_failed', {
    detail: 'No outlet would be left. Take the release down instead.',
    errors: [{ pointer: '/outlets', code: 'min_items', detail: 'No outlet would be left.' }],
  })
