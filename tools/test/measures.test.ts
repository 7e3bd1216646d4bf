import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findValueCycles } from '../measures/cycles.ts'
import { type Documentable, listExports, listMembers } from '../measures/documentation.ts'
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
let files: SourceFile[]

beforeAll(async () => {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), text)
  }
  files = readSources(root, 'client')
})

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

  it('tell documented exports from bare ones', () => {
    expect(marked(listExports(shapes()))).toEqual([
      '+ type Circle',
      '- corners',
      '+ names',
      '+ type Name',
      '+ readShape',
      '- type ShapeInput',
    ])
  })

  it('tell documented members of types from bare ones', () => {
    expect(marked(listMembers(shapes(), new Set(['Circle'])))).toEqual([
      '+ Circle.radius',
      '- Circle.colour',
      '- Circle.grow',
    ])
    expect(marked(listMembers(shapes())).slice(3)).toEqual(['+ ShapeInput.name', '- ShapeInput.size'])
  })
})
