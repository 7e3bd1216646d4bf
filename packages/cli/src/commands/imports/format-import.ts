import type { Import } from '@spindle/client'
import { formatTable } from '../../output/format-table.ts'
import { formatCount } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'

/** One import as people read it: what became of it, what is wrong with its files, what did not come over. */

const words: Readonly<Record<Import['status'], string>> = {
  waiting: 'waits to be read',
  created: 'is a new draft',
  updated: 'has changed its release',
  incomplete: 'is a draft without all of its files',
  unchanged: 'changes nothing',
  takedown_requested: 'takes its release down',
  stale: 'is older than what was imported before',
  refused: 'is refused',
}
const fileWords: Readonly<Record<Import['files'][number]['status'], string>> = {
  accepted: 'accepted',
  hash_differs: 'other bytes than the message says',
  size_differs: 'another size than the message says',
  missing: 'not in the package',
  unusable: 'no complete upload of its kind',
  kept: 'as before',
}

export function formatImport(
  name: string,
  result: Import,
  { paint, columns, otherFiles = noFiles }: Pick<Output, 'paint' | 'columns'> & { otherFiles?: ReadonlySet<string> },
): readonly string[] {
  const { status, refusal, releaseId } = result
  const isGood = status !== 'refused' && status !== 'incomplete'
  const mark = isGood ? paint('green', '✔') : paint('red', '✖')
  const about = [releaseId, senderOf(result), originOf(result)].filter((text) => text !== undefined && text !== null)
  return [
    `${mark} ${sanitizeText(name)} ${words[status]}`,
    ...about.map((text) => `  ${sanitizeText(text)}`),
    ...(refusal ? [`  ${sanitizeText(refusal.message)}${placeOf(refusal.line)}`] : []),
    ...indent(filesOf(result, columns, otherFiles)),
    ...indent(notesOf(result, columns)),
  ]
}

const senderOf = ({ version, senderName, senderId }: Import): string | undefined =>
  version === null ? undefined : `ERN ${version} from ${senderName ?? senderId ?? 'nobody'}`

const originOf = ({ drop }: Import): string | undefined => (drop ? `from the drop ${drop.id}: ${drop.path}` : undefined)

const placeOf = (line: number | null): string => (line === null ? '' : ` (line ${line})`)
const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)

const noFiles: ReadonlySet<string> = new Set()

function filesOf({ files }: Import, columns: number, otherFiles: ReadonlySet<string>): readonly string[] {
  const bad = files.filter(({ status }) => status !== 'accepted' && status !== 'kept')
  const good = files.length - bad.length
  return [
    ...(files.length === 0 ? [] : [`${formatCount(good, 'file')} of ${files.length} as the message says`]),
    ...formatTable(
      [
        [
          '',
          ({ status, path }) =>
            `✖ ${otherFiles.has(path) ? 'in a format that the hub does not take' : fileWords[status]}`,
          'text',
        ],
        ['', ({ path }) => path, 'text'],
      ],
      bad,
      { header: false, columns: columns - 2 },
    ),
  ]
}

const notesOf = ({ notes }: Import, columns: number): readonly string[] =>
  formatTable(
    [
      ['', ({ code }) => code.replace('_', ' ')],
      ['', ({ message, line }) => `${message}${placeOf(line)}`, 'text'],
    ],
    notes,
    { header: false, columns: columns - 2 },
  )
