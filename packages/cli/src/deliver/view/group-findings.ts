import type { FileFinding } from '../deliver-events.ts'

/** What holds for many tracks is said once. Two of a kind are still easier to read one by one. */
const fewest = 3

export function groupFindings(findings: readonly FileFinding[]): readonly FileFinding[] {
  const groups = Map.groupBy(findings, keyOf)
  return [...groups.values()].flatMap((group) => (group.length < fewest ? group : [merged(group)]))
}

const onTrack = /^\/tracks\/(\d+)(\/.*)?$/

function keyOf(finding: FileFinding): string | FileFinding {
  const [, track, rest] = onTrack.exec(finding.pointer) ?? []
  const isOfMetadata = track !== undefined && finding.file === undefined
  return isOfMetadata ? JSON.stringify([finding.code, finding.severity, finding.fix, rest]) : finding
}

function merged(group: readonly FileFinding[]): FileFinding {
  const [first, ...others] = group
  const numbers = others.map(({ pointer }) => Number(onTrack.exec(pointer)?.[1]) + 1)
  const listed = `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
  return { ...(first as FileFinding), message: `${first?.message} The same holds for tracks ${listed}.` }
}
