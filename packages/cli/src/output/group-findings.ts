import type { Finding } from '@spindle/client'
import { formatFindings } from './format-findings.ts'
import type { Output } from './terminal-output.ts'

/** A finding as it is shown; those of a file in a folder name it. */
export interface ShownFinding extends Omit<Finding, 'rule'> {
  readonly file?: string | undefined
}

/** The lines of findings, the worst first; what applies to many tracks is one finding. */
export const formatGroupedFindings = (
  findings: readonly ShownFinding[],
  out: Pick<Output, 'paint'>,
): readonly string[] => formatFindings(groupFindings(findings).map(withFileName), out)

/** Names the file, but not the pointer into a request that the person never saw. */
const withFileName = ({ file, ...finding }: ShownFinding): ShownFinding =>
  file === undefined ? finding : { ...finding, pointer: '', message: `${file}: ${finding.message}` }

/** What applies to many tracks is shown once. Two of a kind are still easier to read one by one. */
const fewest = 3

export function groupFindings(findings: readonly ShownFinding[]): readonly ShownFinding[] {
  const groups = Map.groupBy(findings, keyOf)
  return [...groups.values()].flatMap((group) => (group.length < fewest ? group : [merged(group)]))
}

const onTrack = /^\/tracks\/(\d+)(\/.*)?$/

function keyOf(finding: ShownFinding): string | ShownFinding {
  const [, track, rest] = onTrack.exec(finding.pointer) ?? []
  const isOfMetadata = track !== undefined && finding.file === undefined
  return isOfMetadata ? JSON.stringify([finding.code, finding.severity, finding.fix, rest]) : finding
}

function merged(group: readonly ShownFinding[]): ShownFinding {
  const [first, ...others] = group
  const numbers = others.map(({ pointer }) => Number(onTrack.exec(pointer)?.[1]) + 1)
  return { ...(first as ShownFinding), message: `${first?.message} The same applies to ${formatTracks(numbers)}.` }
}

/** `tracks 2-200`, `tracks 2, 4-6 and 9`. */
function formatTracks(numbers: readonly number[]): string {
  const ranges: (readonly [first: number, last: number])[] = []
  for (const number of numbers) {
    const [first, last] = ranges.at(-1) ?? []
    if (first !== undefined && last === number - 1) ranges.splice(-1, 1, [first, number])
    else ranges.push([number, number])
  }
  const words = ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`))
  return `tracks ${words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`}`
}
