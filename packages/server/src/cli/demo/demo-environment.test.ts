import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { demoEnvironment } from './demo-environment.ts'

it('assigns identifiers, so that a release without codes is submitted', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'spindle-demo-environment-'))
  try {
    const dataDir = join(directory, 'data')
    const config = readConfig((await demoEnvironment({ SPINDLE_DATA_DIR: dataDir })).environment)
    expect(config.isrcPrefix).toBe('ZZSPD')
    expect(config.upcPool).toHaveLength(1_000)
    expect(config.upcPool.slice(0, 2)).toEqual(['0201000000001', '0201000000018'])
    const own = readConfig(
      (await demoEnvironment({ SPINDLE_DATA_DIR: dataDir, SPINDLE_ISRC_PREFIX: 'DEA12' })).environment,
    )
    expect(own.isrcPrefix).toBe('DEA12')
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
