import { readFileSync } from 'node:fs'

/** Which version of a program this is. */
export interface BuildIdentity {
  /** As in the package.json, e.g. `0.2.0`. */
  readonly version: string
  /** The version and the commit that the program was built from, e.g. `0.2.0+e930feb`. Without a known commit, the version. */
  readonly build: string
}

const shortLength = 7

/**
 * Reads the identity of the program with this package.json. A built package or image has the commit in `gitHead`, as npm
 * names it. In a checkout, `.git` has it, two folders up. Git itself is not started: that would take longer than the rest
 * of a start.
 */
export function readBuildIdentity(manifest: URL): BuildIdentity {
  const { version, gitHead = readCommit(new URL('../../', manifest)) } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly version: string
    readonly gitHead?: string
  }
  return { version, build: gitHead === undefined ? version : `${version}+${gitHead.slice(0, shortLength)}` }
}

/** The commit that is checked out in this folder; undefined outside a checkout, or if its files cannot be read. */
export function readCommit(checkout: URL): string | undefined {
  const git = findGitFolder(checkout)
  const head = git && readLine(new URL('HEAD', git))
  const [, branch] = /^ref: (refs\/.+)$/.exec(head ?? '') ?? []
  const commit = git && branch !== undefined ? readBranch(git, branch) : head
  return commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined
}

/** A worktree has a file that names the folder. */
function findGitFolder(checkout: URL): URL | undefined {
  const place = new URL('.git', checkout)
  const [, elsewhere] = /^gitdir: (.+)$/.exec(readLine(place) ?? '') ?? []
  if (elsewhere !== undefined) return folderUrl(elsewhere, checkout)
  return readLine(new URL('.git/HEAD', checkout)) === undefined ? undefined : folderUrl('.git', checkout)
}

/** The branches of a worktree are in the folder of its checkout. */
function readBranch(git: URL, branch: string): string | undefined {
  const shared = readLine(new URL('commondir', git))
  const folder = shared === undefined ? git : folderUrl(shared, git)
  return readLine(new URL(branch, folder)) ?? findPacked(readText(new URL('packed-refs', folder)) ?? '', branch)
}

const findPacked = (refs: string, branch: string): string | undefined =>
  refs
    .split('\n')
    .find((line) => line.endsWith(` ${branch}`))
    ?.split(' ')[0]

const folderUrl = (path: string, base: URL): URL => new URL(`${encodeURI(path)}/`, base)

const readLine = (file: URL): string | undefined => readText(file)?.trim()

function readText(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
