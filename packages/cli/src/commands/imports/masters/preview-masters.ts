import type { MissingFile, TableImportRelease } from '@spindle/client'
import { formatBytes, formatCount } from '../../../output/format-units.ts'
import { type Output, sanitizeText } from '../../../output/terminal-output.ts'
import type { Masters } from './find-masters.ts'
import { describeSeveral, severalFix } from './send-masters.ts'

/** Which file of `--audio` serves which row, in a dry run. Nothing is read of the files but their names and sizes. */

/** A file that an import would send. */
export interface FoundFile extends Pick<MissingFile, 'kind' | 'title'> {
  readonly file: string
  readonly bytes: number
}

export interface ReleaseWithFiles extends TableImportRelease {
  readonly foundFiles?: readonly FoundFile[]
}

/** The errors about files that are gone when all files of their kind are found. */
const codes = { audio: 'audio_missing', image: 'cover_missing' } as const

/** The release as it would be with the files. */
export async function withFound(release: TableImportRelease, masters: Masters): Promise<ReleaseWithFiles> {
  const foundFiles: FoundFile[] = []
  const missingFiles: MissingFile[] = []
  const problems = [...release.problems]
  for (const missing of release.missingFiles) {
    const found = masters.find(missing)
    if (found && !('several' in found)) {
      foundFiles.push({ kind: missing.kind, title: missing.title, file: found.name, bytes: await found.size() })
      continue
    }
    missingFiles.push(missing)
    if (found) problems.push(severalProblem(release, found.several))
  }
  const isStillMissing = (code: string): boolean => missingFiles.some(({ kind }) => codes[kind] === code)
  const wereMissing = new Set<string>(foundFiles.map(({ kind }) => codes[kind]))
  return {
    ...release,
    missingFiles,
    foundFiles,
    problems: problems.filter(({ code }) => !wereMissing.has(code) || isStillMissing(code)),
  }
}

const severalProblem = (
  { key, line }: TableImportRelease,
  several: readonly string[],
): TableImportRelease['problems'][number] => ({
  line,
  column: null,
  severity: 'error',
  code: 'audio_ambiguous',
  message: describeSeveral(key, several),
  fix: severalFix,
})

const mostShown = 200

export function formatFound(
  releases: readonly ReleaseWithFiles[],
  { paint }: Pick<Output, 'paint'>,
): readonly string[] {
  const all = releases.flatMap(({ key, foundFiles = [] }) => foundFiles.map((found) => ({ key, ...found })))
  if (all.length === 0) return []
  const bytes = all.reduce((sum, found) => sum + found.bytes, 0)
  const rest = all.length - mostShown
  return [
    ...all
      .slice(0, mostShown)
      .map(({ key, kind, title, file, bytes: size }) =>
        [
          sanitizeText(`${key} ${kind === 'audio' ? `"${title}"` : 'cover'} ← ${file}`),
          paint('dim', formatBytes(size)),
        ].join('  '),
      ),
    ...(rest > 0 ? [`and ${formatCount(rest, 'more file')}: --json shows all`] : []),
    `${formatCount(all.length, 'file')} for rows, ${formatBytes(bytes)}`,
  ]
}
