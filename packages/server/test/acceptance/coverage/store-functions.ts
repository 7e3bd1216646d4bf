import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Parses the stores as text: which functions run statements on which tables, and through what. */

const source = fileURLToPath(new URL('../../../src/', import.meta.url))

export interface StoreFunction {
  /** `features/keys/key-queries.ts#findLiveKeyByDigest` */
  readonly name: string
  /** Type of the first parameter, e.g. `Tenant`; undefined for one without parameters. */
  readonly firstParameter: string | undefined
  /** It uses the statements of the transaction instead of the tenant's. */
  readonly unwraps: boolean
  /** Tables named in its text, and in the constants it uses. */
  readonly tables: readonly string[]
}

export const sourceFiles = (): string[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )

export const readSource = (name: string): string => readFileSync(join(source, name), 'utf8')

export const isQueries = (name: string): boolean => /-queries\.ts$/.test(name)

export function storeFunctions(tables: readonly string[]): StoreFunction[] {
  return sourceFiles()
    .filter(isQueries)
    .flatMap((file) => functionsOf(file, readSource(file), tables))
}

interface Declaration {
  readonly name: string
  readonly text: string
}

/** The formatter puts every top-level declaration at the beginning of a line. */
function declarationsOf(text: string): Declaration[] {
  const starts = [...text.matchAll(/^(?:export )?(?:async )?(?:const|function) (\w+)/gm)]
  return starts.map(({ index, 1: name = '' }, place) => ({ name, text: text.slice(index, starts[place + 1]?.index) }))
}

function functionsOf(file: string, text: string, tables: readonly string[]): StoreFunction[] {
  const declarations = declarationsOf(text)
  const tablesOf = (declaration: Declaration, seen: ReadonlySet<string> = new Set()): string[] => {
    const used = declarations.filter(
      ({ name }) => name !== declaration.name && !seen.has(name) && new RegExp(`\\b${name}\\b`).test(declaration.text),
    )
    const own = tables.filter((table) =>
      new RegExp(`\\b(from|join|into|update|using|table|only|,)\\s+${table}\\b`, 'i').test(declaration.text),
    )
    const inherited = used
      .filter(({ text }) => !runsStatements(text))
      .flatMap((other) => tablesOf(other, new Set([...seen, declaration.name])))
    return [...new Set([...own, ...inherited])].sort()
  }
  return declarations
    .filter((declaration) => runsStatements(declaration.text))
    .map((declaration) => ({
      name: `${file}#${declaration.name}`,
      firstParameter: firstParameterOf(declaration.text),
      unwraps: /\.transaction\.(readRows|readRow|rows|row|execute)\b/.test(declaration.text),
      tables: tablesOf(declaration),
    }))
}

/** Tables named in constants and text-building functions count for the function that runs the text. */
const runsStatements = (text: string): boolean => /\.(readRows|readRow|rows|row|execute)\b[<(]/.test(text)

/** `(sql: Tenant, ...` or `({ a, b }: Options, ...`. */
const firstParameterOf = (text: string): string | undefined =>
  /^[^(]*\(\s*(?:\{[^}]*\}|\w+)\s*:\s*([\w<>'"| ]+)/.exec(text)?.[1]?.trim()
