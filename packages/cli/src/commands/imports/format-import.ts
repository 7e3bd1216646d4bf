import type { Import } from '@spindle/client'
import { formatTable } from '../../output/format-table.ts'
import { formatCount } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'

/** One import as people read it: its result, what is wrong with its files, what was not imported. */

const words: Readonly<Record<Import['status'], string>> = {
  waiting: 'is waiting to be processed',
  created: 'is a new draft',
  updated: 'changed its release',
  incomplete: 'is a draft with missing files',
  unchanged: 'changes nothing',
  takedown_requested: 'takes its release down',
  stale: 'is older than an earlier import',
  refused: 'was refused',
}
const fileWords: Readonly<Record<Import['files'][number]['status'], string>> = {
  accepted: 'accepted',
  hash_differs: 'hash differs from the message',
  size_differs: 'size differs from the message',
  missing: 'not in the package',
  unusable: 'no complete upload of the right kind',
  kept: 'unchanged',
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
  version === null ? undefined : `ERN ${version} from ${senderName ?? senderId ?? 'an unknown sender'}`

const originOf = ({ drop }: Import): string | undefined => (drop ? `from the drop ${drop.id}: ${drop.path}` : undefined)

const placeOf = (line: number | null): string => (line === null ? '' : ` (line ${line})`)
const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)

const noFiles: ReadonlySet<string> = new Set()

function filesOf({ files }: Import, columns: number, otherFiles: ReadonlySet<string>): readonly string[] {
  const bad = files.filter(({ status }) => status !== 'accepted' && status !== 'kept')
  const good = files.length - bad.length
  return [
    ...(files.length === 0
      ? []
      : [`${formatCount(good, 'file')} of ${files.length} ${good === 1 ? 'matches' : 'match'} the message`]),
    ...formatTable(
      [
        [
          '',
          ({ status, path }) => `✖ ${otherFiles.has(path) ? 'in an unsupported format' : fileWords[status]}`,
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
