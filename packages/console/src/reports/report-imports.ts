import { onSignedIn } from '../data/session-events.ts'
import { ReportImport } from './report-import.ts'

/**
 * The imports of reports that are open in this window, one for each account, so that they continue while other pages
 * are shown.
 */

const open = new Map<string, ReportImport>()

export function reportImportOf(accountId: string): ReportImport {
  const known = open.get(accountId)
  if (known) return known
  const made = new ReportImport(accountId)
  open.set(accountId, made)
  return made
}

// What one person chose is not for the next one who signs in.
onSignedIn((isSamePerson) => {
  if (isSamePerson) return
  for (const one of open.values()) one.close()
  open.clear()
})
