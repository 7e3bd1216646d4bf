import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findReleaseFolders } from './find-release-folders.ts'

async function folderWith(...files: readonly string[]): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'spindle-several-'))
  onTestFinished(() => rm(cwd, { recursive: true, force: true }))
  for (const file of files) {
    await mkdir(dirname(join(cwd, file)), { recursive: true })
    await writeFile(join(cwd, file), 'x')
  }
  return cwd
}

describe('findReleaseFolders', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['the folder itself if it has audio', ['a/1.wav', 'a/live/2.wav'], ['a'], ['a']],
    ['audio in any format, so that its delivery names what is refused', ['a/1.m4a'], ['a'], ['a']],
    ['disc folders as one release', ['a/CD1/1.wav', 'a/CD2/1.wav', 'a/cover.jpg'], ['a'], ['a']],
    [
      'the folders below, in the order people count',
      ['p/b10/1.wav', 'p/b2/1.wav', 'p/.x/1.wav'],
      ['p'],
      ['p/b2', 'p/b10'],
    ],
    [
      'folders of artists with folders of releases',
      ['p/Ada/x/1.wav', 'p/Bo/y/CD1/1.wav'],
      ['p'],
      ['p/Ada/x', 'p/Bo/y'],
    ],
    ['each folder once, by whatever name', ['p/a/1.wav'], ['p', 'p/a', './p/a/'], ['p/a']],
    ['a folder with a release.yaml, whose audio is missing', ['p/a/1.wav', 'p/b/release.yaml'], ['p'], ['p/a', 'p/b']],
    [
      'disc folders with a cover, and other audio beside them',
      ['a/CD1/1.wav', 'a/demo/1.wav', 'a/c.jpg'],
      ['a'],
      ['a'],
    ],
    ['an album that is called like a disc', ['Vol. 1/1.wav', 'Drive/1.wav'], ['Vol. 1', 'Drive'], ['Vol. 1', 'Drive']],
    ['everything below the working directory', ['a/1.wav', 'b/1.wav'], ['.'], ['a', 'b']],
  ])('finds %s', async (_, files, given, expected) => {
    const cwd = await folderWith(...files)
    expect((await findReleaseFolders(given, cwd)).folders).toEqual(expected)
  })

  it('says what it skips', async () => {
    const cwd = await folderWith('p/a/1.wav', 'p/art/a.png', 'p/release.yaml', 'p/release.defaults.yaml', 'loose.wav')
    expect(await findReleaseFolders(['p', 'loose.wav'], cwd)).toEqual({
      folders: ['p/a'],
      notes: [
        'Skipped because each release needs its own folder: loose.wav.',
        'p has a release.yaml but no audio, so it was not used. Values for all releases below belong in release.defaults.yaml.',
        'Skipped because it contains no audio: p/art.',
      ],
    })
  })

  it.each<[string, readonly string[], readonly string[], string]>([
    ['a folder that does not exist', ['a/1.wav'], ['a', 'b'], 'The folder b does not exist'],
    ['a file', ['a.wav'], ['a.wav'], 'a.wav is a file, not a folder'],
    ['files only', ['a.wav', 'b.wav'], ['a.wav', 'b.wav'], 'All of these are files, not folders'],
    [
      'the discs of one release',
      ['a/CD1/1.wav', 'a/CD2/1.wav', 'a/c.jpg'],
      ['a/CD1', 'a/CD2', 'a/c.jpg'],
      'These folders are the discs of one release',
    ],
    [
      'a disc beside an album',
      ['p/Vol. 1/1.wav', 'p/Drive/1.wav'],
      ['p'],
      'p contains Vol. 1, named like a disc of one release, and Drive, which is none',
    ],
  ])('refuses %s', async (_, files, given, message) => {
    const cwd = await folderWith(...files)
    await expect(findReleaseFolders(given, cwd)).rejects.toMatchObject({ exitCode: 2, message })
  })

  it('follows links, but not in a ring', async () => {
    const cwd = await folderWith('p/a/1.wav')
    await symlink(join(cwd, 'p'), join(cwd, 'p/ring'))
    expect((await findReleaseFolders(['p'], cwd)).folders).toEqual(['p/a'])
  })
})
