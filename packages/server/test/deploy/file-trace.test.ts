import { expect, it } from 'vitest'
import { changedPaths } from './file-trace.ts'

const after = (lines: readonly string[]): string =>
  ['7 mkdir("/image/tmp", 0777) = 0', '7 chroot("/image") = 0', ...lines].join('\n')

it.each([
  [
    'a file that is written',
    '7 openat(AT_FDCWD</image/opt>, "/data/a", O_WRONLY|O_CREAT|O_CLOEXEC, 0666) = 5</image/data/a>',
    ['/data/a'],
  ],
  [
    'one that is only read',
    '7 openat(AT_FDCWD</image/opt>, "/etc/passwd", O_RDONLY|O_CLOEXEC) = 5</image/etc/passwd>',
    [],
  ],
  [
    'a name in the folder of the process',
    '7 openat(AT_FDCWD</image/data/postgres>, "base/1", O_RDWR) = 5',
    ['/data/postgres/base/1'],
  ],
  ['a name in an open folder', '7 unlinkat(5</image/data/x>, "y", 0) = 0', ['/data/x/y']],
  ['two names', '8 rename("/data/a", "/etc/b") = -1 EROFS (Read-only file system)', ['/data/a', '/etc/b']],
  ['the name of a link, not its text', '8 symlink("/etc/passwd", "/tmp/link") = 0', ['/tmp/link']],
  [
    'a call that waits',
    '9 openat(AT_FDCWD</image/opt>, "cache/x", O_RDWR|O_CREAT, 0600 <unfinished ...>',
    ['/opt/cache/x'],
  ],
  ['a look', '9 newfstatat(AT_FDCWD</image/opt>, "/etc/x", {st_mode=S_IFREG|0644, ...}, 0) = 0', []],
])('finds in a trace %s', (_what, line, expected) => {
  expect(changedPaths(after([line]), '/image')).toEqual(expected)
})

it.each([
  ['did before', (look: string, change: string) => [look, change]],
  ['does afterwards', (look: string, change: string) => [change, look]],
])('knows the folder of a process from what it %s', (_when, order) => {
  const look = '7 openat(AT_FDCWD</image/data/postgres>, "a", O_RDONLY) = 3'
  expect(changedPaths(after(order(look, '7 mkdir("pg_wal", 0700) = 0')), '/image')).toEqual(['/data/postgres/pg_wal'])
})
