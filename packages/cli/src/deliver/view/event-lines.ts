import { findingLines } from '../../findings.ts'
import { type Output, plainText } from '../../output.ts'
import { counted, formatBytes, formatLength } from '../../units.ts'
import type { DeliverEvent, ShownFinding } from '../events.ts'
import type { Plan } from '../plan/make-plan.ts'
import { groupFindings } from './group-findings.ts'

/** The lines of what is said once. Progress is not among them. */
export function eventLines(event: DeliverEvent, out: Pick<Output, 'paint'>): readonly string[] {
  const { paint } = out
  switch (event.type) {
    case 'note':
      return [`${paint('dim', '·')} ${plainText(event.text)}`]
    case 'planned':
      return planLines(event.plan, out)
    case 'files': {
      const bytes = event.files.reduce((sum, file) => sum + file.bytes, 0)
      return [`Sending ${counted(event.files.length, 'file')}, ${formatBytes(bytes)}`]
    }
    case 'findings':
      return groupFindings(event.findings).flatMap((finding) => findingLines([placed(finding)], out))
    case 'release':
      return [`${paint('green', '✔')} ${event.releaseId} ${plainText(event.text)}`]
    case 'status':
      return [`  ${paint('dim', event.at.slice(11, 19))} ${plainText(event.text)}`]
    default:
      return []
  }
}

/** A file is named; the pointer into a request nobody has seen is not. */
const placed = ({ file, ...finding }: ShownFinding): ShownFinding =>
  file === undefined ? finding : { ...finding, pointer: '', message: `${file}: ${finding.message}` }

function planLines({ release, tracks, typeWords, suggestions, notes, cover }: Plan, { paint }: Pick<Output, 'paint'>) {
  const discs = new Set(tracks.map(({ members }) => members.disc)).size > 1
  const told = suggestions.map(({ member, value }) => `${member} ${plainText(value)}`)
  return [
    `${paint('bold', plainText(release.title))}  ${plainText(typeWords)}`,
    ...tracks.map(({ master, members }, index) => {
      const before = tracks.slice(0, index).filter((other) => other.members.disc === members.disc)
      const number = discs ? `${members.disc ?? 1}-${before.length + 1}` : String(index + 1)
      const length = formatLength(master.format?.durationMs)
      return `  ${number.padStart(4)}  ${plainText(members.title)}  ${paint('dim', `${length}  ${plainText(master.file.name)}`)}`
    }),
    cover ? `  cover  ${paint('dim', plainText(cover.file.name))}` : '  cover  none',
    ...(told.length === 0 ? [] : [`Told by tags and names, not by you: ${told.join(', ')}`]),
    ...notes.map((note) => `${paint('yellow', '!')} ${plainText(note)}`),
  ]
}
