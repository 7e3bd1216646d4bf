import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { makeHub } from '../harness/hub-process.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { findPostmaster, killAll, postgresPids } from '../harness/processes.ts'
import { folderOfKilledPrograms } from '../harness/temporary-files.ts'

/** A stopped command also stops the PostgreSQL that it started. */

const program = fileURLToPath(new URL('../../bin/hub.mjs', import.meta.url))

interface Started {
  readonly process: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>
}

function start(args: readonly string[], environment: Readonly<Record<string, string>>): Started {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TMPDIR: folderOfKilledPrograms(), SPINDLE_BUNDLE: 'off', ...environment },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  return {
    process: child,
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, said }))),
  }
}

describe('a command that is stopped', () => {
  let folder: string
  let dataDir: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spindle-stopped-'))
    dataDir = join(folder, 'hub')
    await makeHub(dataDir)
    const created = await runOperatorCommand(['backup', 'create', '--to', join(folder, 'backup')], {
      SPINDLE_DATA_DIR: dataDir,
    })
    expect(created.code).toBe(0)
    atEnd(() => rm(folder, { recursive: true, force: true }))
  }, 240_000)

  const stopWhenItRuns = async ({ process: child, ended }: Started, where: string, signal: NodeJS.Signals) => {
    try {
      await eventually(() => findPostmaster(where), { what: 'PostgreSQL to run', intervalMs: 2 })
      child.kill(signal)
      const { code, said } = await ended
      return { code, said, left: postgresPids(where) }
    } finally {
      child.kill('SIGKILL')
      killAll(postgresPids(where))
    }
  }

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)(
    'by %s while it restores a backup says what is there, and leaves no PostgreSQL',
    { timeout: 240_000 },
    async (signal, exitCode) => {
      const to = join(folder, `restored-${signal}`)
      const restoring = start(
        [
          'backup',
          'restore',
          '--from',
          join(folder, 'backup'),
          '--to',
          to,
          '--secret-file',
          join(dataDir, 'hub-secret'),
        ],
        {},
      )
      expect(await stopWhenItRuns(restoring, to, signal)).toEqual({
        code: exitCode,
        said: expect.stringContaining(
          `Stopped by ${signal}. The restore is incomplete. Empty the data directory, the storage and the database, and start again.\n`,
        ),
        left: [],
      })
    },
  )

  it.each([['accounts', 'list'], ['storage', 'sweep'], ['migrate'], ['doctor']])(
    '%s %s leaves no PostgreSQL',
    { timeout: 240_000 },
    async (...words) => {
      const running = start(words, { SPINDLE_DATA_DIR: dataDir })
      expect(await stopWhenItRuns(running, dataDir, 'SIGTERM')).toMatchObject({ code: 143, left: [] })
    },
  )
})
