import type { Finding } from '@spindle/client'
import { formatCount } from './format-units.ts'
import { type Output, sanitizeText } from './terminal-output.ts'

/** Findings in words: the worst first, where, what, and the fix. */

const ranks: readonly Finding['severity'][] = ['error', 'warning', 'note']
const marks = { error: ['red', '✖'], warning: ['yellow', '!'], note: ['dim', '·'] } as const

/** `1 error, 2 warnings, 3 notes`, without those that are none; undefined without findings. */
export function countFindings(findings: readonly Pick<Finding, 'severity'>[]): string | undefined {
  const counts = ranks.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    return count === 0 ? [] : [formatCount(count, severity)]
  })
  return counts.length === 0 ? undefined : counts.join(', ')
}

/** `submitted`, or `submitted, with 1 warning, 2 notes`. */
export function withCounts(words: string, findings: readonly Pick<Finding, 'severity'>[]): string {
  const counts = countFindings(findings)
  return counts === undefined ? words : `${words}, with ${counts}`
}

/** Two lines for each finding, the worst first: what, where and at which outlets, then the fix. */
export function formatFindings(
  findings: readonly Omit<Finding, 'rule'>[],
  { paint }: Pick<Output, 'paint'>,
): readonly string[] {
  return findings
    .toSorted((a, b) => ranks.indexOf(a.severity) - ranks.indexOf(b.severity))
    .flatMap(({ severity, pointer, message, fix, code, outlets = [] }) => {
      // A severity that is newer than this program is shown all the same.
      const [style, mark] = marks[severity] ?? marks.note
      const where = formatPointer(pointer)
      const who = outlets.length === 0 ? '' : ` at ${outlets.map(({ id }) => id).join(', ')}`
      return [
        `${paint(style, mark)} ${sanitizeText(where === '' ? message : `${where}: ${message}`)}  ${paint('dim', `[${sanitizeText(`${code}${who}`)}]`)}`,
        ...(fix === '' ? [] : [`  ${sanitizeText(withCommand(code, fix))}`]),
      ]
    })
}

/** The possible values are listed by a command. */
const commands: Readonly<Record<string, string | undefined>> = {
  genre_missing: 'spindle reference list genres',
  genre_unknown: 'spindle reference list genres',
  territory_unknown: 'spindle reference list territories',
  no_outlet: 'spindle outlets list',
  outlet_unknown: 'spindle outlets list',
}

const withCommand = (code: string, fix: string): string =>
  commands[code] === undefined ? fix : `${fix} See \`${commands[code]}\`.`

/** People see a file; the API has an upload. */
const shownNames: Readonly<Record<string, string | undefined>> = { uploadId: 'audio', coverUploadId: 'cover' }

/** `/tracks/0/title` in words: `track 1, title`. Lists other than tracks count from 1 as well. */
export function formatPointer(pointer: string): string {
  const names = pointer.split('/').slice(1)
  const words: string[] = []
  for (const [index, name] of names.entries()) {
    if (!/^\d+$/.test(name)) words.push(shownNames[name] ?? name.replaceAll('~1', '/').replaceAll('~0', '~'))
    else words[words.length - 1] = `${singular(names[index - 1] ?? 'entry')} ${Number(name) + 1}`
  }
  return words.join(', ')
}

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '')
