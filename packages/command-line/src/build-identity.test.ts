import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBuildIdentity } from './build-identity.ts'

const commit = 'e930feb2c1a5d4f60718293a4b5c6d7e8f901234'
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'spindle-identity-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** The identity of a program in a folder with these files. */
async function identify(name: string, files: Readonly<Record<string, string>>, checkout = '') {
  const folder = join(root, name)
  const manifest = join(checkout, 'packages/server/package.json')
  for (const [path, text] of Object.entries({ [manifest]: '{ "version": "0.2.0" }', ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return readBuildIdentity(pathToFileURL(join(folder, manifest)))
}

const known = { version: '0.2.0', build: '0.2.0+e930feb' }

describe('the identity of a program', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commit}\n` }],
    [
      'a branch of a fresh clone',
      {
        '.git/HEAD': 'ref: refs/heads/main\n',
        '.git/packed-refs': `# pack-refs with: peeled\n${'0'.repeat(40)} refs/heads/other/refs/heads/main\n${commit} refs/heads/main\n`,
      },
    ],
    ['a commit without a branch', { '.git/HEAD': `${commit}\n` }],
  ])('has the commit of %s that is checked out', async (name, files) => {
    expect(await identify(name, files)).toEqual(known)
  })

  it('has the commit of a worktree, whose branches are in another folder', async () => {
    const files = {
      'more/.git': 'gitdir: ../main/.git/worktrees/more\n',
      'main/.git/worktrees/more/HEAD': 'ref: refs/heads/feature\n',
      'main/.git/worktrees/more/commondir': '../..\n',
      'main/.git/refs/heads/feature': `${commit}\n`,
    }
    expect(await identify('worktree', files, 'more')).toEqual(known)
  })

  it('has the commit in the package.json of a built package, wherever that is installed', async () => {
    const files = {
      'packages/server/package.json': JSON.stringify({ version: '0.2.0', gitHead: commit }),
      '.git/HEAD': `${'1'.repeat(40)}\n`,
    }
    expect(await identify('package', files)).toEqual(known)
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['outside a checkout', {}],
    ['before the first commit', { '.git/HEAD': 'ref: refs/heads/main\n' }],
    ['with a file that is not from git', { '.git/HEAD': 'nothing\n' }],
  ])('is the version alone %s', async (name, files) => {
    expect(await identify(name, files)).toEqual({ version: '0.2.0', build: '0.2.0' })
  })
})
