import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findProfile, findProfilePath, profileFile } from './profile-file.ts'

async function makePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-profiles-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'spindle', 'profiles.json')
}

describe('findProfilePath', () => {
  it.each([
    [{}, '/home/ada/.config/spindle/profiles.json'],
    [{ XDG_CONFIG_HOME: '/xdg' }, '/xdg/spindle/profiles.json'],
    [{ APPDATA: '/appdata' }, '/appdata/spindle/profiles.json'],
    [{ XDG_CONFIG_HOME: '/xdg', APPDATA: '/appdata' }, '/xdg/spindle/profiles.json'],
    [{ SPINDLE_CONFIG: '/etc/mine.json', XDG_CONFIG_HOME: '/xdg' }, '/etc/mine.json'],
    [{ SPINDLE_CONFIG: '', XDG_CONFIG_HOME: '' }, '/home/ada/.config/spindle/profiles.json'],
  ])('of %j is %s', (environment, path) => {
    expect(findProfilePath(environment, '/home/ada')).toBe(path)
  })
})

describe('the file of profiles', () => {
  it('is empty where there is no file', async () => {
    const file = profileFile(await makePath())
    expect(await file.read()).toEqual({ current: 'default', profiles: {} })
  })

  it('reads what it wrote, in a file and a folder that only their owner can read', async () => {
    const path = await makePath()
    const profiles = { current: 'shop', profiles: { shop: { baseUrl: 'https://hub.example', apiKey: 'spn_1' } } }
    await profileFile(path).write(profiles)
    expect(await profileFile(path).read()).toEqual(profiles)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(path, '..'))).toEqual(['profiles.json'])
  })

  it('refuses a file that other users can read', async () => {
    const path = await makePath()
    await profileFile(path).write({ current: 'default', profiles: {} })
    await chmod(path, 0o640)
    await expect(profileFile(path).read()).rejects.toMatchObject({
      exitCode: 3,
      message: `${path} can be read by other users of this machine`,
      fix: `Run: chmod 600 "${path}". If others may have read it, create new keys.`,
    })
  })

  it.each([
    ['{'],
    ['[]'],
    ['null'],
    ['{"current":1,"profiles":{}}'],
    ['{"current":"a","profiles":null}'],
    ['{"current":"a"}'],
  ])('refuses %j, which is not a file of profiles, and leaves it as it is', async (text) => {
    const path = await makePath()
    await profileFile(path).write({ current: 'default', profiles: {} })
    await writeFile(path, text)
    await expect(profileFile(path).read()).rejects.toMatchObject({
      exitCode: 2,
      message: `${path} is not a profile file`,
    })
    expect(await readFile(path, 'utf8')).toBe(text)
  })
})

describe('findProfile', () => {
  it('finds own members only', () => {
    const profiles = { current: 'a', profiles: { a: { apiKey: 'spn_1' } } }
    expect(findProfile(profiles, 'a')).toEqual({ apiKey: 'spn_1' })
    expect(findProfile(profiles, 'b')).toBeUndefined()
    expect(findProfile(profiles, 'constructor')).toBeUndefined()
  })
})
