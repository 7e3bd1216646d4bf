import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadHubSecrets } from './hub-secret.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'spindle-secret-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('makes a secret once, for its owner only, and keeps it', async () => {
  const below = join(dataDir, 'new')
  const unset = { secret: undefined, previousSecret: undefined, dataDir: below }
  const made = await loadHubSecrets(unset)
  expect(made.map(({ length }) => length)).toEqual([43])
  expect((await stat(join(below, 'hub-secret'))).mode & 0o777).toBe(0o600)
  expect(await loadHubSecrets(unset)).toEqual(made)
})

it('prefers the configured one', async () => {
  const secrets = await loadHubSecrets({ secret: 'configured', previousSecret: undefined, dataDir })
  expect(secrets.map(String)).toEqual(['configured'])
})

it('also accepts the previous one, for values that were made before', async () => {
  const secrets = await loadHubSecrets({ secret: 'configured', previousSecret: 'before', dataDir })
  expect(secrets.map(String)).toEqual(['configured', 'before'])
})
