import { formatPointer } from '../../output/format-findings.ts'
import { groupFindings, type ShownFinding } from '../../output/group-findings.ts'

/** What was found in several folders: a finding that many of them have is shown once, with their names. */

/** The findings of one folder. */
export interface FolderFindings {
  readonly folder: string
  readonly findings: readonly ShownFinding[]
}

interface Located {
  readonly folder: string
  readonly finding: ShownFinding
}

export function groupFolderFindings(folders: readonly FolderFindings[]): readonly ShownFinding[] {
  const located = folders.flatMap(({ folder, findings }) =>
    groupFindings(findings).map((finding): Located => ({ folder, finding })),
  )
  return [...Map.groupBy(located, keyOf).values()].map(merge)
}

/** The same advice at the same place, whatever the title or the track is. */
const keyOf = ({ finding: { code, severity, pointer, fix } }: Located): string =>
  JSON.stringify([code, severity, fix, pointer.replace(/\d+/g, '')])

/** More names than this do not help; the results have the findings of each folder. */
const mostNames = 3

function merge(group: readonly Located[]): ShownFinding {
  const [{ folder, finding: first }] = group as readonly [Located, ...Located[]]
  const { file, ...finding } = first
  const others = [...new Set(group.map((located) => located.folder))].filter((other) => other !== folder)
  const where = [folder, file ?? formatPointer(finding.pointer)].filter(Boolean).join(': ')
  const also = others.length === 0 ? '' : ` The same applies to ${formatNames(others)}.`
  return { ...finding, pointer: '', message: `${where}: ${finding.message}${also}` }
}

function formatNames(names: readonly string[]): string {
  if (names.length > mostNames) return `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames} more`
  return names.length === 1 ? String(names[0]) : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
