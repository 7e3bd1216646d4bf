/**
 * What programs did to files, as `strace -f -y -e trace=%file` records it: which ones they created, wrote or removed.
 */

/**
 * Calls that change the file they name; if there are two names both, except for a symbolic link, whose first name is
 * its text.
 */
const changing =
  /^(creat|mkdir|mkdirat|mknod|mknodat|rename|renameat|renameat2|link|linkat|unlink|unlinkat|rmdir|truncate|chmod|fchmodat|fchmodat2|chown|lchown|fchownat|utime|utimes|utimensat|futimesat|setxattr|lsetxattr|removexattr|lremovexattr)$/
const linking = /^symlink(at)?$/
const opening = /^open(at|at2)?$/

interface Call {
  readonly pid: string
  readonly name: string
  /** As far as the line contains it: a blocking call continues in a later line. */
  readonly text: string
}

/**
 * Each path as the programs see it, once, including failed attempts. `root` is the folder that they see as /. Events
 * before they entered it are left out.
 */
export function changedPaths(trace: string, root: string): readonly string[] {
  const calls = trace
    .split('\n')
    .map(parseCall)
    .filter((call) => call !== undefined)
  const inside = calls.slice(calls.findIndex(({ name }) => name === 'chroot') + 1)
  // The working directory of a process is unknown until it uses a path relative to it.
  const folders = new Map(inside.toReversed().flatMap((call) => folderIn(call)))
  const found = new Set<string>()
  for (const call of inside) {
    for (const [pid, folder] of folderIn(call)) folders.set(pid, folder)
    for (const path of namesChangedBy(call, folders.get(call.pid))) found.add(insideOf(root, path))
  }
  return [...found].sort()
}

/** The working directory of the process, if the line has it. */
function folderIn({ pid, text }: Call): readonly (readonly [string, string])[] {
  const folder = /AT_FDCWD<([^>]*)>/.exec(text)?.[1]
  return folder === undefined ? [] : [[pid, folder]]
}

function parseCall(line: string): Call | undefined {
  const [, pid = '', name = '', text = ''] = /^(?:(\d+) +)?(\w+)\((.*)$/.exec(line) ?? []
  return name === '' ? undefined : { pid, name, text }
}

function namesChangedBy({ name, text }: Call, folder: string | undefined): readonly string[] {
  if (!isChanging(name, text)) return []
  // A name, and the folder to which it is relative, if one is given.
  const names = [...text.matchAll(/(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g)].map(
    ([, from = folder ?? '', path = '']) => (path.startsWith('/') ? path : `${from}/${path}`),
  )
  return linking.test(name) ? names.slice(1) : names
}

const isChanging = (name: string, text: string): boolean =>
  changing.test(name) || linking.test(name) || (opening.test(name) && /O_(WRONLY|RDWR|CREAT|TRUNC)/.test(text))

const insideOf = (root: string, path: string): string => (path.startsWith(`${root}/`) ? path.slice(root.length) : path)
