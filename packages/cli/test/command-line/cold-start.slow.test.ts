import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../harness/spindle-home.ts'

/** What the first line of help costs, counted in modules: the count is the same on every machine, a time is not. */

const root = new URL('../../../../', import.meta.url).href
const program = fileURLToPath(new URL('../../bin/spindle.mjs', import.meta.url))
const reporter = new URL('../harness/report-loaded-modules.ts', import.meta.url).href

async function modulesOf(args: readonly string[]): Promise<string[]> {
  const home = makeFolder()
  const file = join(home, 'modules.json')
  await promisify(execFile)(process.execPath, ['--import', reporter, program, ...args], {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, HOME: home, LOADED_MODULES: file },
  })
  return (JSON.parse(readFileSync(file, 'utf8')) as string[]).map((url) => url.replace(root, ''))
}

/** The packages among them, and the folders of this one. */
const partsOf = (modules: readonly string[]): string[] =>
  [
    ...new Set(
      modules.flatMap(
        (path) =>
          /node_modules\/((?:@[^/]+\/)?[^/]+)|^packages\/(?!cli\/|.*node_modules)([\w-]+)/.exec(path)?.slice(1) ?? [],
      ),
    ),
  ].filter((part) => part !== undefined)

describe('the first step of spindle', () => {
  it.each([[['--help']], [['--version']], [['releases', '--help']], [['deliver', '--help']]])('%j', async (args) => {
    const modules = await modulesOf(args)
    expect(partsOf(modules).sort()).toEqual(['command-line', 'commander', 'contract'])
    // Beside one module for each group of commands.
    expect(modules.filter((path) => !path.endsWith('-commands.ts')).length).toBeLessThan(47)
    expect(modules).not.toContain('packages/cli/src/command-line/command-context.ts')
    // Of each command only what it is called and takes.
    const code = modules.filter((path) =>
      /^packages\/cli\/src\/(commands|deliver|files|hub)\/(?!.*(-commands|-options|hub-pages)\.ts$)/.test(path),
    )
    expect(code).toEqual([])
  })

  it('is distinguished from a command that does something', async () => {
    expect(partsOf(await modulesOf(['commands']))).toEqual(expect.arrayContaining(['client', 'string-width']))
  })
})
