import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findValueCycles } from '../measures/cycles.ts'
import { type Documentable, listExports, listMembers } from '../measures/documentation.ts'
import { findMisses, findWarnings, type Measures } from '../measures/judge.ts'
import { measureFunctions, percentile } from '../measures/sizes.ts'
import { countTestLines, readSources, type SourceFile } from '../measures/source-files.ts'

const root = mkdtempSync(join(tmpdir(), 'spindle-measures-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const texts = {
  'packages/client/src/shapes.ts': `
/** A circle. */
export interface Circle {
  /** Millimetres. */
  readonly radius: number
  readonly colour: { readonly red: number }
  grow(by: number): Circle
}
/** About the file. */

export const corners = ['none'] as const
/** Names of shapes. */
export const names = ['circle'] as const
export type Name = (typeof names)[number]
export const readShape = defineOperation({ summary: 'Read a shape', query: Type.Object({ name: Text() }) })
export type ShapeInput = { /** Its name. */ name: string; size: number }
`,
  'packages/client/src/a.ts': `import { b } from './b.ts'\nexport const a = () => {\n  return [1].map((n) => n + b)\n}\n`,
  'packages/client/src/b.ts': `import { a } from './a.ts'\nimport type { C } from './c.ts'\nexport const b: C = a\n`,
  'packages/client/src/c.ts': `import { type b } from './b.ts'\nexport type C = typeof b\n`,
  'packages/client/src/a.test.ts': '1\n2\n3\n',
  'packages/client/test/more.test.ts': '4\n5',
}
const linesOf = (count: number): string => '  void 0\n'.repeat(count)
/** In a separate package, so that the sizes above stay countable by hand. */
const longTexts = {
  'packages/mcp/src/bare.ts': `import './parts.ts'\nexport function bare() {\n${linesOf(400)}}\n`,
  'packages/mcp/src/edge.ts': `export function edge() {\n${linesOf(78)}}\n${'\n'.repeat(320)}`,
  'packages/mcp/src/empty.ts': `// long: \nexport function empty() {\n${linesOf(79)}}\n`,
  'packages/mcp/src/far.ts': `// long: one table\n\nexport function far() {\n${linesOf(79)}}\n`,
  'packages/mcp/src/told.ts': `/** Draws. */
// long: one table of what a store calls a genre
import './parts.ts'

// long: one step for each byte of the header
/** Reads. */
export function told() {
${linesOf(400)}}
`,
}
let files: SourceFile[]
let longFiles: SourceFile[]

beforeAll(async () => {
  for (const [path, text] of Object.entries({ ...texts, ...longTexts })) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), text)
  }
  files = readSources(root, 'client')
  longFiles = readSources(root, 'mcp')
})

const measured = (members: Partial<Measures>): Measures => ({
  name: 'client',
  files: [],
  functions: [],
  cycles: [],
  testLines: 0,
  documentables: [],
  ...members,
})
const blocks = (...lengths: number[]): Measures['functions'] => lengths.map((lines) => ({ place: 'a.ts:1', lines }))
const lengths = { files: { median: 3, p95: 15 }, functions: { median: 5, p95: 9 } }
const shapes = (): SourceFile => files.find(({ path }) => path.endsWith('shapes.ts')) as SourceFile
const marked = (found: readonly Documentable[]): string[] =>
  found.map(({ name, isDocumented }) => `${isDocumented ? '+' : '-'} ${name}`)

describe('the measures of the code', () => {
  it('count tests apart from sources', () => {
    expect(files.map(({ path, lines }) => [path.slice(20), lines])).toEqual([
      ['a.ts', 4],
      ['b.ts', 3],
      ['c.ts', 2],
      ['shapes.ts', 16],
    ])
    expect(countTestLines(root, 'client')).toBe(5)
  })

  it('count the lines of every function, those inside others too', () => {
    expect(files.flatMap(measureFunctions)).toEqual([
      { place: 'packages/client/src/a.ts:2', lines: 3 },
      { place: 'packages/client/src/a.ts:3', lines: 1 },
    ])
    expect([0.5, 0.95, 1].map((share) => percentile([5, 1, 4, 2, 3], share))).toEqual([3, 5, 5])
  })

  it('find circles of imports that remain while the program runs', () => {
    expect(findValueCycles(files).map((group) => group.toSorted())).toEqual([
      ['packages/client/src/a.ts', 'packages/client/src/b.ts'],
    ])
  })

  it('distinguish documented exports from bare ones', () => {
    expect(marked(listExports(shapes()))).toEqual([
      '+ type Circle',
      '- corners',
      '+ names',
      '+ type Name',
      '+ readShape',
      '- type ShapeInput',
    ])
  })

  it('distinguish documented members of types from bare ones', () => {
    expect(marked(listMembers(shapes(), new Set(['Circle'])))).toEqual([
      '+ Circle.radius',
      '- Circle.colour',
      '- Circle.grow',
    ])
    expect(marked(listMembers(shapes())).slice(3)).toEqual(['+ ShapeInput.name', '- ShapeInput.size'])
  })

  it('fail nothing where every length and share reaches its goal exactly', () => {
    // The files have 4, 3, 2 and 16 lines.
    const [median, p95] = [3, 16]
    const documentables = [true, true, true, false].map((isDocumented) => ({ place: 'a.ts', name: 'a', isDocumented }))
    const row = measured({ files, functions: blocks(1, 1, 1, 5, 9), testLines: 20, documentables })
    expect(
      findMisses(row, { files: { median, p95 }, functions: { median: 5, p95: 9 }, tests: 0.8, documented: 0.75 }),
    ).toEqual([])
  })

  it('fail a median or a 95th percentile of the lengths of files above its goal', () => {
    expect(findMisses(measured({ files }), { ...lengths, files: { median: 2, p95: 15 } })).toEqual([
      'client: median of the lengths of files is 3 lines, the goal is at most 2',
      'client: 95th percentile of the lengths of files is 16 lines, the goal is at most 15',
    ])
  })

  it('fail a median or a 95th percentile of the lengths of functions above its goal, one-line arrows aside', () => {
    expect(findMisses(measured({ functions: blocks(1, 1, 2, 2, 6, 6, 10) }), lengths)).toEqual([
      'client: median of the lengths of functions is 6 lines, the goal is at most 5',
      'client: 95th percentile of the lengths of functions is 10 lines, the goal is at most 9',
    ])
  })

  it('fail shares of tests and of doc comments below their goals', () => {
    const documentables = [{ place: 'a.ts', name: 'a', isDocumented: false }]
    const row = measured({ files, testLines: 15, documentables })
    expect(findMisses(row, { ...lengths, files: { median: 3, p95: 16 }, tests: 0.61, documented: 0.1 })).toEqual([
      'client: lines of tests per line is 0.600, the goal is at least 0.61',
      'client: share of documented exports is 0.000, the goal is at least 0.1',
    ])
  })

  it('fail a circle of imports', () => {
    expect(findMisses(measured({ cycles: [['a.ts', 'b.ts']] }), lengths)).toEqual([
      'client: a cycle of imports: a.ts, b.ts',
    ])
  })

  it('name files and functions beyond the maximum with the reason beside them, and ask for one that is missing', () => {
    const wanted = (where: string) => `split it, or write the reason ${where}: // long: REASON`
    expect(findWarnings(measured({ files: longFiles, functions: longFiles.flatMap(measureFunctions) }))).toEqual([
      `packages/mcp/src/bare.ts has 403 lines, more than 400: ${wanted('at its head')}`,
      'packages/mcp/src/told.ts has 408 lines, more than 400: one table of what a store calls a genre',
      `packages/mcp/src/bare.ts:2 is a function of 402 lines, more than 80: ${wanted('above it')}`,
      `packages/mcp/src/empty.ts:2 is a function of 81 lines, more than 80: ${wanted('above it')}`,
      `packages/mcp/src/far.ts:3 is a function of 81 lines, more than 80: ${wanted('above it')}`,
      'packages/mcp/src/told.ts:7 is a function of 402 lines, more than 80: one step for each byte of the header',
    ])
  })

  it('do not fail only for a length beyond the maximum', () => {
    const row = measured({ files: longFiles.filter(({ path }) => path.endsWith('bare.ts')), functions: blocks(402) })
    expect(findMisses(row, { files: { median: 403, p95: 403 }, functions: { median: 402, p95: 402 } })).toEqual([])
  })
})
