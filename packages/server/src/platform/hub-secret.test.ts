import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadHubSecret } from './hub-secret.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'spindle-secret-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('makes a secret once, for its owner only, and keeps it', async () => {
  const below = join(dataDir, 'new')
  const made = await loadHubSecret({ configured: undefined, dataDir: below })
  expect(made.length).toBe(43)
  expect((await stat(join(below, 'hub-secret'))).mode & 0o777).toBe(0o600)
  expect(await loadHubSecret({ configured: undefined, dataDir: below })).toEqual(made)
})

it('prefers the configured one', async () => {
  const secret = await loadHubSecret({ configured: 'configured', dataDir })
  expect(secret.toString()).toBe('configured')
})
