import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { atEnd } from '../../packages/server/test/harness/cleanup.ts'
import { eventually } from '../../packages/server/test/harness/eventually.ts'

const root = resolve(import.meta.dirname, '../..')

describe.skipIf(process.platform !== 'linux')('an interrupted run of tests', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('leaves no PostgreSQL and no files behind after %s', async (signal) => {
    const temporary = mkdtempSync(join(tmpdir(), 'interrupted-'))
    atEnd(() => rmSync(temporary, { recursive: true }))
    const run = spawn('npx', ['vitest', 'run', '--project', 'fast', 'packages/server/test/api'], {
      cwd: root,
      env: { ...process.env, TMPDIR: temporary },
      stdio: 'ignore',
      detached: true,
    })
    const ended = once(run, 'close')
    const server = await eventually(() => findServerOf(run.pid ?? 0), { what: 'the PostgreSQL of the run' })
    const data = readlinkSync(`/proc/${server}/cwd`)
    // To the whole group, as a terminal does on Ctrl-C.
    process.kill(-(run.pid ?? 0), signal)
    await ended
    await eventually(() => !existsSync(`/proc/${server}`), { what: 'the end of PostgreSQL' })
    // Node's own.
    expect(readdirSync(temporary).filter((name) => name !== 'node-compile-cache')).toEqual([])
    expect(existsSync(data)).toBe(false)
  })
})

/** The PostgreSQL among the descendants of a process, once it serves: it works in its data directory. */
function findServerOf(ancestor: number): number | undefined {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).find((pid) => nameOf(pid) === 'postgres' && isBelow(pid, ancestor))
}

function isBelow(pid: number, ancestor: number): boolean {
  if (pid <= 1) return false
  const parent = Number(/\) \S (\d+) /.exec(readProcess(pid, 'stat'))?.[1] ?? 0)
  return parent === ancestor || isBelow(parent, ancestor)
}

const nameOf = (pid: number): string => readProcess(pid, 'comm').trim()

/** Empty when it ended in between. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
