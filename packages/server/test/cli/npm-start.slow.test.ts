import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { killAll, postgresPids } from '../harness/processes.ts'

/** The documented start: npm is between the sender of signals and the hub. */

const checkout = fileURLToPath(new URL('../../../../', import.meta.url))

describe('npm start', () => {
  it('ends the hub and its database on SIGTERM', { timeout: 240_000 }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'spindle-npm-start-'))
    const port = await freePort()
    const npm = spawn('npm', ['start'], {
      cwd: checkout,
      detached: true,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        HOME: dataDir,
        SPINDLE_DATA_DIR: dataDir,
        SPINDLE_PORT: String(port),
        SPINDLE_HOST: '127.0.0.1',
      },
    })
    atEnd(async () => {
      killAll([-(npm.pid ?? 0), ...postgresPids(dataDir)])
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    })
    const answers = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await eventually(async () => (await answers()) || undefined, { what: 'the hub to answer' })
    expect(postgresPids(dataDir)).not.toEqual([])

    process.kill(npm.pid ?? 0, 'SIGTERM')
    const isGone = async (): Promise<true | undefined> =>
      (!(await answers()) && postgresPids(dataDir).length === 0) || undefined
    await eventually(isGone, { what: 'the hub and its database to end' })
  })
})
