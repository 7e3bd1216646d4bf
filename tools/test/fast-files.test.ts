import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** What makes a file of tests slow or dependent on the machine, read from the fast files and what they import of tests. */

const root = resolve(import.meta.dirname, '../..')

const fastFiles = ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.{ts,tsx}', 'tools/test/*.test.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }))
  .filter((file) => !/\.(slow|system)\.test\.ts$/.test(file))

/** Modules that start a program, a thread or a browser. */
const starters = /^(node:)?(child_process|cluster|worker_threads)$|^playwright-core$/

/** Waiting for a time instead of a condition, or a limit in case that something hangs. */
const timers = /\bsetTimeout\b/

/** Files that may use timers, and what for. */
const mayUseTimers: Readonly<Record<string, string>> = {
  'packages/client/src/uploads/request-stream.test.ts': 'a source whose chunks take a while, against a limit of time',
  'packages/client/test/harness/line.ts': 'a connection that is down for a while',
  'packages/console/src/data/live/paced.test.ts': 'fake timers',
  'packages/console/test/delivery/save-release.test.ts': 'another window that answers later',
  'packages/server/src/features/backups/archive/file-threads.test.ts': 'the second after which idle threads end',
  'packages/server/src/features/uploads/receiving/receive-body.test.ts': 'the window in which a sender may be silent',
  'packages/server/src/http/limits/delay-persistent.test.ts': 'fake timers',
  'packages/server/src/http/limits/pace.test.ts': 'fake timers',
  'packages/server/src/features/releases/deliveries/keep-lease.test.ts': 'fake timers',
  'packages/server/src/platform/jobs/leases.test.ts': 'fake timers',
  'packages/server/test/acceptance/malformed/garbage-bytes.ts': 'a limit in case that no answer comes',
  'packages/server/test/harness/eventually.ts': 'asks again until a condition holds',
  'packages/server/test/harness/own-timers.ts': 'fake timers',
  'packages/server/test/harness/raw-exchange.ts': 'a limit in case that no answer comes',
  'packages/server/test/mcp/endpoint.test.ts': 'a limit in case that a stream stays open',
}

/** Files that may start something, and why that is quick. */
const mayStart: Readonly<Record<string, string>> = {}

/** A master of four seconds is more than 1 MiB. */
const largeMaster = /\bmasterWav\((?:[^(),]*|[^(),]*, (?:[4-9]|\d{2,}))\)/

const sources = new Map<string, string>()
const readSource = (file: string): string => {
  const known = sources.get(file) ?? readFileSync(join(root, file), 'utf8')
  sources.set(file, known)
  return known
}

/** The file and what it imports, directly or not, apart from the product itself. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(join(root, file))) return seen
  seen.add(file)
  for (const [, isType, path = ''] of readSource(file).matchAll(
    /^(?:import|export)\s(type\s)?[^;]*?from '(\.[^']+)'/gm,
  )) {
    const imported = join(dirname(file), path)
    if (!isType && !isProduct(imported)) withImports(imported, seen)
  }
  return seen
}

const isProduct = (file: string): boolean => /^packages\/\w+\/src\//.test(file) && !/\.test\.tsx?$/.test(file)

const importsOf = (file: string): string[] =>
  [...readSource(file).matchAll(/^import\s(?!type\s)[^;]*?from '([^']+)'/gm)].map(([, name = '']) => name)

const nameBad = (isBad: (file: string) => boolean): string[] =>
  fastFiles.flatMap((file) => [...withImports(file)].filter(isBad).map((found) => `${file}: ${found}`)).sort()

describe('the fast files', () => {
  it('are found', () => {
    expect(fastFiles.length).toBeGreaterThan(500)
  })

  it('start no process, thread or browser', () => {
    const starts = (file: string) => !(file in mayStart) && importsOf(file).some((name) => starters.test(name))
    expect(nameBad(starts)).toEqual([])
  })

  it('wait for conditions, never for a time', () => {
    expect(nameBad((file) => !(file in mayUseTimers) && timers.test(readSource(file)))).toEqual([])
  })

  it('send no master over 1 MiB', () => {
    expect(nameBad((file) => !file.endsWith('submittable.ts') && largeMaster.test(readSource(file)))).toEqual([])
  })

  it('have no exception that is not needed', () => {
    const read = new Set(fastFiles.flatMap((file) => [...withImports(file)]))
    const unneeded = [
      ...Object.keys(mayUseTimers).filter((file) => !read.has(file) || !timers.test(readSource(file))),
      ...Object.keys(mayStart).filter((file) => !read.has(file)),
    ]
    expect(unneeded).toEqual([])
  })
})
