import type { NewReport } from '@spindle/client'
import { toMapping } from './mapping-form.ts'
import type { ReportChoices } from './report-import.ts'

/** A DDEX message has totals of its lines, so none of them can be set aside. */
export const canSetAside = (format: ReportChoices['format']): boolean => format !== 'dsr'

/** What previews and imports send for the same files and choices. */
export const requestOf = (
  uploads: NewReport['uploads'],
  { source, format, mapping, setsAside }: ReportChoices,
): Omit<NewReport, 'overlap'> => ({
  uploads,
  source: source.trim(),
  ...(format === 'mapping' && { mapping: toMapping(mapping) }),
  ...(format !== 'mapping' && format !== 'recognised' && { preset: format }),
  ...(setsAside && canSetAside(format) && { unreadable: 'set_aside' }),
})
