import { onSignedIn } from '../data/session-events.ts'
import { ReportImport } from './report-import.ts'

/** The imports of reports that are open in this window, one for each account, so that they go on while other pages are looked at. */

const open = new Map<string, ReportImport>()

export function reportImportOf(accountId: string): ReportImport {
  const known = open.get(accountId)
  if (known) return known
  const made = new ReportImport(accountId)
  open.set(accountId, made)
  return made
}

// What somebody else chose is not for whoever signs in now.
onSignedIn((isSamePerson) => {
  if (isSamePerson) return
  for (const one of open.values()) one.close()
  open.clear()
})
