import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * What a run of tests writes is below one folder, which is removed at the end: tests and their programs follow TMPDIR.
 */

const root = resolve(import.meta.dirname, '../..')

const files = globSync(['packages/*/{src,test}/**/*.{ts,tsx}', 'tools/**/*.ts'], { cwd: root })
  .filter((file) => !file.includes('node_modules'))
  .filter((file) => /(^|\/)test\/|\.test\.tsx?$/.test(file))

const linesOf = (file: string): string[] => readFileSync(join(root, file), 'utf8').split('\n')

describe('tests', () => {
  it('start programs with the temporary folder of the run, when they give them another environment', () => {
    const bare = files.flatMap((file) =>
      linesOf(file).flatMap((line, index, lines) =>
        /\bPATH: process\.env\.PATH\b/.test(line) && !/\bTMPDIR\b/.test(`${line}${lines[index + 1]}`)
          ? [`${file}:${index + 1}`]
          : [],
      ),
    )
    expect(files.length).toBeGreaterThan(1_000)
    expect(bare, 'Set TMPDIR in the same line as PATH or in the next one').toEqual([])
  })
})
