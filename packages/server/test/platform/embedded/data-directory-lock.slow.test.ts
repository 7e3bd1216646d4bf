import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDirectory } from '../../../src/platform/database/embedded/index.ts'
import { canRunAsOrdinaryUser, isRoot } from '../../harness/other-users.ts'
import { makeTemporaryDirectory, ordinaryUid, spawnHub } from './harness/stand-in-hub.ts'

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>
let dataDir: string

beforeEach(async () => {
  directory = await makeTemporaryDirectory()
  dataDir = join(directory.path, 'data')
})
afterEach(() => directory.remove())

describe('lockDataDirectory', () => {
  it('refuses a second holder and names the directory and the way out', async () => {
    const lock = await lockDataDirectory(dataDir)
    await expect(lockDataDirectory(dataDir)).rejects.toMatchObject({
      name: 'DataDirectoryError',
      code: 'data_directory_locked',
      message: `Another Spindle process is using the data directory ${dataDir}`,
      fix: 'stop that process first, or use a different data directory',
    })
    await lock.release()
    await lock.release()
    await (await lockDataDirectory(dataDir)).release()
  })

  it('is held against other processes and freed by kill -9', async () => {
    const holder = spawnHub({ mode: 'lock', dataDir })
    await holder.waitFor('locked')
    await expect(lockDataDirectory(dataDir)).rejects.toMatchObject({ code: 'data_directory_locked' })
    await holder.kill('SIGKILL')
    await (await lockDataDirectory(dataDir)).release()
  })

  it.runIf(isRoot && canRunAsOrdinaryUser)('holds between root and an ordinary user', async () => {
    await mkdir(dataDir)
    await chmod(dataDir, 0o777)
    const lock = await lockDataDirectory(dataDir)
    const refused = spawnHub({ mode: 'lock', dataDir, uid: ordinaryUid })
    expect(await refused.waitFor('failed')).toMatchObject({ code: 'data_directory_locked' })
    await lock.release()
    const other = join(directory.path, 'other')
    await mkdir(other)
    await chmod(other, 0o777)
    const holder = spawnHub({ mode: 'lock', dataDir: other, uid: ordinaryUid })
    await holder.waitFor('locked')
    await expect(lockDataDirectory(other)).rejects.toMatchObject({ code: 'data_directory_locked' })
    await holder.kill('SIGKILL')
  })
})
