import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { statePlace } from './folder-state-file.ts'
import { lockFolder } from './lock-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spindle-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const left = () => readdir(join(folder, '.spindle'))

async function leave(holder: object | string): Promise<void> {
  await mkdir(join(folder, '.spindle'))
  await writeFile(join(folder, '.spindle/lock-7'), typeof holder === 'string' ? holder : JSON.stringify(holder))
}

describe('lockFolder', () => {
  it('lets one in at a time, names who is in, and leaves nothing', async () => {
    const unlock = await lockFolder(statePlace(folder))
    await expect(lockFolder(statePlace(folder))).rejects.toMatchObject({
      code: 'folder_busy',
      message: expect.stringContaining(`process ${process.pid} on ${hostname()}`),
    })
    expect(await left()).toEqual([expect.stringMatching(/^lock-\d+$/)])
    await unlock()
    const again = await lockFolder(statePlace(folder))
    await expect(lockFolder(statePlace(folder))).rejects.toMatchObject({ code: 'folder_busy' })
    await again()
    expect(await left()).toHaveLength(1)
  })

  it('counts no further than numbers go', async () => {
    await mkdir(join(folder, '.spindle'))
    await writeFile(join(folder, '.spindle/lock-100000000000000000000'), '{}')
    const unlock = await lockFolder(statePlace(folder))
    await expect(lockFolder(statePlace(folder))).rejects.toMatchObject({ code: 'folder_busy' })
    await unlock()
  })

  it.each([
    ['of a process that is gone', { pid: 2 ** 22 + 1, host: hostname(), token: 'x', since: '' }],
    [
      'of a process whose number another one has',
      { pid: process.pid, host: hostname(), startedAt: '1', token: 'x', since: '' },
    ],
    ['that nobody can read', 'half a lo'],
    ['that is empty', ''],
  ])('takes over a lock %s', async (_, holder) => {
    await leave(holder)
    const unlock = await lockFolder(statePlace(folder))
    expect(JSON.parse(await readFile(join(folder, '.spindle/lock-8'), 'utf8'))).toMatchObject({ pid: process.pid })
    await unlock()
    expect(await left()).toEqual(['lock-8'])
  })

  it('respects a lock of another machine, of which nothing can be known', async () => {
    await leave({ pid: 1, host: 'elsewhere', token: 'x', since: '2026-11-21T00:00:00.000Z' })
    await expect(lockFolder(statePlace(folder))).rejects.toMatchObject({
      message: expect.stringContaining('process 1 on elsewhere'),
    })
  })

  it('has one holder at a time, with any number of waiting runs and changes of the holder', async () => {
    await leave({ pid: 2 ** 22 + 1, host: hostname(), token: 'x', since: '' })
    let inside = 0
    let most = 0
    let turns = 0
    const want = async (): Promise<void> => {
      for (let attempt = 0; attempt < 40; attempt++) {
        const unlock = await lockFolder(statePlace(folder)).catch(() => undefined)
        if (!unlock) continue
        inside++
        most = Math.max(most, inside)
        turns++
        await stat(folder)
        inside--
        await unlock()
      }
    }
    await Promise.all(Array.from({ length: 12 }, want))
    expect(most).toBe(1)
    expect(turns).toBeGreaterThan(1)
    expect(await left()).toHaveLength(1)
  })
})

it.runIf(process.platform === 'linux')('names the way out where nothing is writable', async () => {
  // Of the kernel: not even root makes a folder there.
  await expect(lockFolder(statePlace('/sys'))).rejects.toMatchObject({
    code: 'folder_not_writable',
    fix: expect.stringContaining('--state-dir DIR'),
  })
  await expect(lockFolder(statePlace('/sys', '/sys/state'))).rejects.not.toMatchObject({ code: 'folder_not_writable' })
})
