import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { atEnd } from '../../packages/server/test/harness/cleanup.ts'
import { eventually } from '../../packages/server/test/harness/eventually.ts'
import { listProgramsOf } from '../../packages/server/test/harness/shared/end-programs.ts'

const root = resolve(import.meta.dirname, '../..')

describe.skipIf(process.platform !== 'linux')('an interrupted run of tests', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('leaves no PostgreSQL and no files behind after %s', async (signal) => {
    const { run, group, temporary } = startRun('fast', 'packages/server/test/api')
    const data = await eventually(() => findDataOf(run.pid ?? 0), { what: 'the PostgreSQL of the run' })
    // As a terminal does on Ctrl-C.
    process.kill(group, signal)
    await eventually(() => !isRunning(group), { what: 'the end of the run' })
    await eventually(() => findDataOf(1, data) === undefined, { what: 'the end of its PostgreSQL' })
    expect(listFiles(temporary)).toEqual([])
    expect(existsSync(data)).toBe(false)
  })

  it('leaves no hub behind that a test has started, nor what that hub writes', async () => {
    const { run, group, temporary } = startRun('slow', 'packages/server/test/faults/webhooks-killed')
    const startsHub = (pid: number): boolean => readProcess(pid, 'cmdline').includes('hub.mjs\0serve')
    await eventually(() => listProgramsOf(temporary).find(startsHub), { what: 'a hub of the run' })
    process.kill(group, 'SIGINT')
    await eventually(() => run.exitCode !== null || run.signalCode !== null, { what: 'the end of the run' })
    await eventually(() => listProgramsOf(temporary).length === 0, { what: 'the end of its programs' })
    expect(listFiles(temporary)).toEqual([])
  })
})

interface Run {
  readonly run: ChildProcess
  readonly group: number
  readonly temporary: string
}

function startRun(project: string, files: string): Run {
  const temporary = mkdtempSync(join(tmpdir(), 'interrupted-'))
  atEnd(() => rmSync(temporary, { recursive: true }))
  const run = spawn('npx', ['vitest', 'run', '--project', project, files], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary },
    stdio: 'ignore',
    detached: true,
  })
  return { run, group: -(run.pid ?? 0), temporary }
}

/** Apart from Node's own. */
const listFiles = (folder: string): string[] => readdirSync(folder).filter((name) => name !== 'node-compile-cache')

/** Where the PostgreSQL among the descendants of a process works, once it serves. */
function findDataOf(ancestor: number, only?: string): string | undefined {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const servers = pids.map(Number).filter((pid) => readProcess(pid, 'comm').trim() === 'postgres')
  return servers
    .filter((pid) => isBelow(pid, ancestor))
    .map(workingFolder)
    .find((folder) => (only === undefined ? existsSync(join(folder, '.s.PGSQL.5432')) : folder.startsWith(only)))
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

function isRunning(group: number): boolean {
  try {
    return process.kill(group, 0)
  } catch {
    return false
  }
}

function isBelow(pid: number, ancestor: number): boolean {
  if (pid <= 1) return false
  const parent = Number(/\) \S (\d+) /.exec(readProcess(pid, 'stat'))?.[1] ?? 0)
  return parent === ancestor || isBelow(parent, ancestor)
}

/** Empty when it ended in between. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
