import { withCounts } from '../../output/format-findings.ts'
import { formatBytes, formatCount, formatDuration } from '../../output/format-units.ts'
import { formatGroupedFindings } from '../../output/group-findings.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'
import { formatReview } from '../../releases/find-review.ts'
import type { DeliverEvent, SentFile } from '../deliver-events.ts'
import type { Plan } from '../plan/make-plan.ts'

/** The lines of events that are shown once, without progress. */
export function formatEvent(event: DeliverEvent, out: Pick<Output, 'paint'>): readonly string[] {
  const { paint } = out
  switch (event.type) {
    case 'note':
      return [`${paint('dim', '·')} ${sanitizeText(event.text)}`]
    case 'planned':
      return formatPlan(event.plan, out)
    case 'files':
      return [formatFiles(event.files)]
    case 'findings':
      return formatGroupedFindings(event.findings, out)
    case 'differences':
      return [
        `${paint('yellow', '!')} The folder was changed after the release was submitted:`,
        ...event.differences.map((difference) => `  ${sanitizeText(difference)}`),
      ]
    case 'review':
      return ['Changes requested in review:', ...formatReview(event.review, out).map((line) => `  ${line}`)]
    case 'release':
      return [`${paint('green', '✔')} ${event.releaseId} ${sanitizeText(event.text)}`]
    case 'submitted':
      return [`${paint('green', '✔')} ${event.releaseId} ${withCounts('submitted', event.findings)}`]
    case 'status':
      return [`  ${paint('dim', event.at.slice(11, 19))} ${sanitizeText(event.text)}`]
    default:
      return []
  }
}

function formatFiles(files: readonly SentFile[]): string {
  const waiting = files.filter(({ isSent }) => isSent !== true)
  const sent = files.length - waiting.length
  if (waiting.length === 0) return `Nothing to send: the hub already has ${formatCount(sent, 'file')}`
  const bytes = waiting.reduce((sum, file) => sum + file.bytes, 0)
  const words = `Sending ${formatCount(waiting.length, 'file')}, ${formatBytes(bytes)}`
  return sent === 0 ? words : `${words}; the hub already has ${formatCount(sent, 'file')}`
}

function formatPlan(
  { release, tracks, typeReason, suggestions, defaults, notes, cover }: Plan,
  { paint }: Pick<Output, 'paint'>,
) {
  const discs = new Set(tracks.map(({ members }) => members.disc)).size > 1
  const told = suggestions.map(({ member, value }) => `${member} ${sanitizeText(value)}`)
  return [
    `${paint('bold', sanitizeText(release.title))}  ${sanitizeText(typeReason)}`,
    ...tracks.map(({ master, members }, index) => {
      const before = tracks.slice(0, index).filter((other) => other.members.disc === members.disc)
      const number = discs ? `${members.disc ?? 1}-${before.length + 1}` : String(index + 1)
      const length = formatDuration(master.format?.durationMs)
      return `  ${number.padStart(4)}  ${sanitizeText(members.title)}  ${paint('dim', `${length}  ${sanitizeText(master.file.name)}`)}`
    }),
    cover ? `  cover  ${paint('dim', sanitizeText(cover.file.name))}` : '  cover  none',
    ...(told.length === 0 ? [] : [`From tags and file names: ${told.join(', ')}`]),
    ...(defaults.members.length === 0
      ? []
      : [`From ${sanitizeText(defaults.files.join(', '))}: ${sanitizeText(defaults.members.join(', '))}`]),
    ...notes.map((note) => `${paint('yellow', '!')} ${sanitizeText(note)}`),
  ]
}
