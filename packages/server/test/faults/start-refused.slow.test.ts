import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../harness/api-client.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { endHubProcess, spawnHubProcess, startHubProcess } from '../harness/hub-process.ts'
import { canRunAsOrdinaryUser, isRoot } from '../harness/other-users.ts'
import { findPostmaster, postgresPids } from '../harness/processes.ts'
import { isAlive, ordinaryUid } from '../platform/embedded/harness/stand-in-hub.ts'

/** A start that is impossible: one clear line with its fix, and nothing left behind. */

describe('a start that cannot be', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'spindle-start-'))
    await chmod(dataDir, 0o755)
  })
  afterEach(async () => {
    await chmod(dataDir, 0o755)
    await rm(dataDir, { recursive: true, force: true })
  })

  /** The output for the operator: everything that is not a line of the log. */
  const linesOf = (said: string): string[] => said.split('\n').filter((line) => line !== '' && !line.startsWith('{'))

  it('a second hub on the same data directory', { timeout: 240_000 }, async () => {
    const first = await startHubProcess({ dataDir })
    try {
      const second = await spawnHubProcess({ dataDir })
      expect(await second.exited).toEqual({ code: 1, signal: null })
      expect(linesOf(second.said())).toEqual([
        `Another Spindle process is using the data directory ${dataDir}. Fix: stop that process first, or use a different data directory.`,
      ])
      expect((await call(first.url, 'GET', '/readyz')).status).toBe(200)
      expect(await first.stop()).toEqual({ code: 0, signal: null })
    } finally {
      await endHubProcess(first, dataDir)
    }
  })

  it('a port that is taken', { timeout: 240_000 }, async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const hub = await spawnHubProcess({ dataDir, port })
    expect(await hub.exited).toEqual({ code: 1, signal: null })
    expect(linesOf(hub.said())).toEqual([
      `Port ${port} is in use by another program. Fix: stop it, or set SPINDLE_PORT to a free port.`,
    ])
    await new Promise((resolve) => server.close(resolve))
    // Its database stopped too: the directory is free.
    const next = await startHubProcess({ dataDir })
    expect(await next.stop()).toEqual({ code: 0, signal: null })
  })

  it.skipIf(process.platform !== 'linux')('a place that takes no folders', { timeout: 240_000 }, async () => {
    const hub = await spawnHubProcess({ dataDir: '/proc/spindle/data' })
    expect(await hub.exited).toEqual({ code: 1, signal: null })
    expect(linesOf(hub.said())).toEqual([
      expect.stringMatching(/^The data directory \/proc\/spindle\/data cannot be written by .* \(ENOENT\)\. Fix: /),
    ])
  })

  it('one that is stopped before it is up: it ends well and takes its database with it', {
    timeout: 240_000,
  }, async () => {
    const hub = await spawnHubProcess({ dataDir })
    try {
      const postmaster = await eventually(() => findPostmaster(dataDir), { what: 'PostgreSQL to run', intervalMs: 2 })
      hub.process.kill('SIGTERM')
      expect(await hub.exited).toEqual({ code: 0, signal: null })
      expect(postgresPids(dataDir)).toEqual([])
      expect(isAlive(postmaster)).toBe(false)
    } finally {
      await endHubProcess(hub, dataDir)
    }
  })

  it('a database without a server', { timeout: 240_000 }, async () => {
    const port = await freePort()
    const hub = await spawnHubProcess({
      dataDir,
      environment: { DATABASE_URL: `postgres://u:top-secret@127.0.0.1:${port}/x`, SPINDLE_SECRET: 's'.repeat(32) },
    })
    expect(await hub.exited).toEqual({ code: 1, signal: null })
    expect(linesOf(hub.said())).toEqual([
      `No PostgreSQL listens at 127.0.0.1:${port}. Fix: start it, or correct the host and port in DATABASE_URL.`,
    ])
    expect(hub.said()).not.toContain('top-secret')
  })

  it('an address that another machine has', { timeout: 240_000 }, async () => {
    const hub = await spawnHubProcess({ dataDir, environment: { SPINDLE_HOST: '192.0.2.1' } })
    expect(await hub.exited).toEqual({ code: 1, signal: null })
    expect(linesOf(hub.said())).toEqual([
      '192.0.2.1 is not an address of this machine. Fix: set SPINDLE_HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
    ])
  })

  it.runIf(canRunAsOrdinaryUser)('a data directory that may not be written', { timeout: 240_000 }, async () => {
    const locked = join(dataDir, 'locked')
    await mkdir(locked)
    await chmod(locked, 0o555)
    const hub = await spawnHubProcess({ dataDir: locked, ...(isRoot ? { uid: ordinaryUid } : {}) })
    expect(await hub.exited).toEqual({ code: 1, signal: null })
    expect(linesOf(hub.said())).toEqual([expect.stringMatching(/^.*locked.* Fix: .+\.$/)])
    await chmod(locked, 0o755)
  })
})
