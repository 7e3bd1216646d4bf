import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Comment, type Program, parseSync } from 'oxc-parser'

/** One parsed source of a package. `path` is relative to the repository, with `/`. */
export interface SourceFile {
  readonly path: string
  readonly package: string
  readonly text: string
  readonly lines: number
  readonly program: Program
  readonly comments: readonly Comment[]
}

export const packages = ['contract', 'command-line', 'client', 'mcp', 'cli', 'console', 'player', 'server'] as const
export type PackageName = (typeof packages)[number]

const isTest = (path: string): boolean => /\.test\.tsx?$|(^|\/)test\//.test(path)

/** The sources of a package without its tests. */
export const readSources = (root: string, name: PackageName): SourceFile[] =>
  listFiles(root, `packages/${name}/src`)
    .filter((path) => !isTest(path))
    .map((path) => parseFile(root, path, name))

/** Its first line says so: people do not read it as source, so its size and its tests do not count. */
export const isGenerated = ({ text }: SourceFile): boolean => /^.*\b(written by|generated)\b/i.test(text)

/** Lines of all tests of a package: its `test` folder and the tests beside its sources. */
export const countTestLines = (root: string, name: PackageName): number =>
  [...listFiles(root, `packages/${name}/src`).filter(isTest), ...listFiles(root, `packages/${name}/test`)]
    .map((path) => countLines(readFileSync(join(root, path), 'utf8')))
    .reduce((sum, lines) => sum + lines, 0)

function parseFile(root: string, path: string, name: PackageName): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  return { path, package: name, text, lines: countLines(text), program, comments }
}

const countLines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

function listFiles(root: string, folder: string): string[] {
  const options = { recursive: true, withFileTypes: true } as const
  return readEntries(() => readdirSync(join(root, folder), options))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort()
}

function readEntries<Entry>(read: () => Entry[]): Entry[] {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
