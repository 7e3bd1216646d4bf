import { resolve } from 'node:path'
import { findValueCycles } from './measures/cycles.ts'
import { listExports, listMembers, listPassedOn } from './measures/documentation.ts'
import { goals, type RowName } from './measures/goals.ts'
import {
  countLines,
  documentedShare,
  findMisses,
  findWarnings,
  lengthsOfBlocks,
  type Measures,
  testRatio,
} from './measures/judge.ts'
import { measureFunctions, percentile } from './measures/sizes.ts'
import { countTestLines, isGenerated, type PackageName, packages, readSources } from './measures/source-files.ts'

/**
 * Measures the code and fails if a goal is missed: `npm run measures`. With `-- --undocumented` it also names what
 * has no doc comment, with `-- --quiet` it prints no table. A file or function beyond the maximum is only a warning.
 * Tests are not measured; their lines are counted against those of the source.
 */

const root = resolve(import.meta.dirname, '..')

const all = packages.flatMap((name) => readSources(root, name))
const sources = new Map(
  packages.map((name) => [name, all.filter((file) => file.package === name && !isGenerated(file))]),
)
const rows = [...packages.map(measurePackage), measurePlatform()]
if (!process.argv.includes('--quiet')) console.log([header(), ...rows.map(formatRow), formatRow(sumUp())].join('\n'))
if (process.argv.includes('--undocumented')) printUndocumented()
for (const warning of rows.slice(0, packages.length).flatMap(findWarnings)) console.warn(`warning: ${warning}`)
const misses = rows.flatMap((row) => findMisses(row, goals[row.name]))
for (const miss of misses) console.error(miss)
process.exitCode = misses.length > 0 ? 1 : 0

type Row = Measures & { readonly name: RowName }

function measurePackage(name: PackageName): Row {
  const files = sources.get(name) ?? []
  const documentables = files.flatMap(listExports)
  if (name === 'client') {
    const offered = new Set(files.filter(({ path }) => /src\/(index|node)\.ts$/.test(path)).flatMap(listPassedOn))
    documentables.push(...files.flatMap((file) => listMembers(file, offered)))
    // The requests as an editor shows them: written from their schemas.
    const requests = all.filter(({ path }) => path === 'packages/contract/src/definition/request-types.ts')
    documentables.push(...requests.flatMap((file) => listMembers(file)))
  }
  return measure(name, { files, documentables, testLines: countTestLines(root, name) })
}

function measurePlatform(): Row {
  const files = (sources.get('server') ?? []).filter(({ path }) => path.startsWith('packages/server/src/platform/'))
  return measure('server/platform', { files, documentables: files.flatMap(listExports), testLines: 0 })
}

function measure(name: RowName, of: Pick<Measures, 'files' | 'documentables' | 'testLines'>): Row {
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
  return `| package | files / lines | file median / p95 / max | function of 3+ lines median / p95 / max | value cycles | test : src | documented |
|---|---|---|---|---|---|---|`
}

function formatRow(row: Measures): string {
  const { files, cycles, testLines } = row
  const fileLines = files.map(({ lines }) => lines)
  const functionLines = lengthsOfBlocks(row)
  const cells = [
    row.name,
    `${files.length} / ${countLines(row)}`,
    `${percentile(fileLines, 0.5)} / ${percentile(fileLines, 0.95)} / ${percentile(fileLines, 1)}`,
    `${percentile(functionLines, 0.5)} / ${percentile(functionLines, 0.95)} / ${percentile(functionLines, 1)}`,
    cycles.length,
    testLines === 0 ? '' : testRatio(row).toFixed(2),
    `${(100 * documentedShare(row)).toFixed(0)} % of ${row.documentables.length}`,
  ]
  return `| ${cells.join(' | ')} |`
}

function printUndocumented(): void {
  for (const { name: row, documentables } of rows)
    for (const { place, name } of documentables.filter(({ isDocumented }) => !isDocumented))
      console.log(`${row}: ${name} (${place})`)
}
