import { resolve } from 'node:path'
import { findValueCycles } from './measures/cycles.ts'
import { type Documentable, listExports, listMembers, listPassedOn } from './measures/documentation.ts'
import { type FunctionSize, measureFunctions, percentile } from './measures/sizes.ts'
import {
  countTestLines,
  isGenerated,
  type PackageName,
  packages,
  readSources,
  type SourceFile,
} from './measures/source-files.ts'

/**
 * Measures the code and fails below the goals: `npm run measures`; `-- --undocumented` also names what has no doc
 * comment. Tests are no source; their lines are counted against those of the source.
 */

const root = resolve(import.meta.dirname, '..')

interface Measures {
  readonly name: string
  readonly files: readonly SourceFile[]
  readonly functions: readonly FunctionSize[]
  readonly cycles: readonly string[][]
  readonly testLines: number
  readonly documentables: readonly Documentable[]
}

/** The share that must be reached. Sizes and cycles are the same for every package. */
const goals: Record<string, { readonly tests?: number; readonly documented?: number }> = {
  contract: { tests: 0.8, documented: 0.95 },
  client: { documented: 0.95 },
  cli: { tests: 0.9, documented: 0.6 },
  'server/platform': { documented: 0.85 },
}
const longestFile = 400
const longestFunction = 80

const all = packages.flatMap((name) => readSources(root, name))
const sources = new Map(
  packages.map((name) => [name, all.filter((file) => file.package === name && !isGenerated(file))]),
)
const rows = [...packages.map(measurePackage), measurePlatform()]
console.log([header(), ...rows.map(formatRow), formatRow(sumUp())].join('\n'))
if (process.argv.includes('--undocumented')) printUndocumented()
const misses = rows.flatMap(findMisses)
for (const miss of misses) console.error(miss)
process.exitCode = misses.length > 0 ? 1 : 0

function measurePackage(name: PackageName): Measures {
  const files = sources.get(name) ?? []
  const documentables = files.flatMap(listExports)
  if (name === 'client') {
    const offered = new Set(files.filter(({ path }) => /src\/(index|node)\.ts$/.test(path)).flatMap(listPassedOn))
    documentables.push(...files.flatMap((file) => listMembers(file, offered)))
    // The requests as an editor shows them: written from their schemas.
    const requests = all.filter(({ path }) => path === 'packages/contract/src/operations/request-types.ts')
    documentables.push(...requests.flatMap((file) => listMembers(file)))
  }
  return measure(name, { files, documentables, testLines: countTestLines(root, name) })
}

function measurePlatform(): Measures {
  const files = (sources.get('server') ?? []).filter(({ path }) => path.startsWith('packages/server/src/platform/'))
  return measure('server/platform', { files, documentables: files.flatMap(listExports), testLines: 0 })
}

function measure(name: string, of: Pick<Measures, 'files' | 'documentables' | 'testLines'>): Measures {
  return { name, ...of, functions: of.files.flatMap(measureFunctions), cycles: findValueCycles(of.files) }
}

function sumUp(): Measures {
  const summed = rows.slice(0, packages.length)
  return {
    name: 'all',
    files: summed.flatMap(({ files }) => files),
    functions: summed.flatMap(({ functions }) => functions),
    cycles: summed.flatMap(({ cycles }) => cycles),
    testLines: summed.reduce((sum, { testLines }) => sum + testLines, 0),
    documentables: summed.flatMap(({ documentables }) => documentables),
  }
}

function header(): string {
  return `| package | files / lines | file median / p95 / max | function p95 / p95 of 3+ lines / longest | value cycles | test : src | documented |
|---|---|---|---|---|---|---|`
}

function formatRow(row: Measures): string {
  const { files, functions, cycles, testLines } = row
  const fileLines = files.map(({ lines }) => lines)
  const functionLines = functions.map(({ lines }) => lines)
  const p95 = [functionLines, functionLines.filter((lines) => lines >= 3)].map((lines) => percentile(lines, 0.95))
  const cells = [
    row.name,
    `${files.length} / ${countLines(row)}`,
    `${percentile(fileLines, 0.5)} / ${percentile(fileLines, 0.95)} / ${percentile(fileLines, 1)}`,
    `${p95.join(' / ')} / ${percentile(functionLines, 1)}`,
    cycles.length,
    testLines === 0 ? '' : testRatio(row).toFixed(2),
    `${(100 * documentedShare(row)).toFixed(0)} % of ${row.documentables.length}`,
  ]
  return `| ${cells.join(' | ')} |`
}

function countLines({ files }: Measures): number {
  return files.reduce((sum, { lines }) => sum + lines, 0)
}

function testRatio(row: Measures): number {
  return row.testLines / countLines(row)
}

function documentedShare({ documentables }: Measures): number {
  return documentables.filter(({ isDocumented }) => isDocumented).length / documentables.length
}

function findMisses(row: Measures): string[] {
  const { tests = 0, documented = 0 } = goals[row.name] ?? {}
  const shares: [string, number, number][] = [
    ['lines of tests per line', testRatio(row), tests],
    ['documented', documentedShare(row), documented],
  ]
  return [
    ...shares
      .filter(([, share, goal]) => share < goal)
      .map(([what, share, goal]) => `${row.name}: ${what} ${share.toFixed(3)}, the goal is ${goal}`),
    ...row.files
      .filter(({ lines }) => lines > longestFile)
      .map(({ path, lines }) => `${path} has ${lines} lines, at most ${longestFile}`),
    ...row.functions
      .filter(({ lines }) => lines > longestFunction)
      .map(({ place, lines }) => `${place} is a function of ${lines} lines, at most ${longestFunction}`),
    ...row.cycles.map((cycle) => `${row.name}: a cycle of imports: ${cycle.join(', ')}`),
  ]
}

function printUndocumented(): void {
  for (const { name: row, documentables } of rows)
    for (const { place, name } of documentables.filter(({ isDocumented }) => !isDocumented))
      console.log(`${row}: ${name} (${place})`)
}
