import { readFile, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findErrno } from './data-directory-error.ts'

/** The npm package carries its library symlinks as a list, because npm packs no links. */

/** Makes the missing library links; false when the package cannot be changed (read-only, other owner). */
export async function makeSymlinks(packageDir: string): Promise<boolean> {
  for (const { source, target } of await readSymlinkList(packageDir)) {
    try {
      // Relative, so that the tree may move. A link made by another process at the same moment is as good.
      await symlink(basename(source), join(packageDir, target))
    } catch (error) {
      if (findErrno(error) !== 'EEXIST') return false
    }
  }
  return true
}

async function readSymlinkList(packageDir: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const list: unknown = JSON.parse(text)
  return Array.isArray(list) ? list.filter(isLink) : []
}

function isLink(value: unknown): value is { source: string; target: string } {
  if (typeof value !== 'object' || value === null || !('source' in value) || !('target' in value)) return false
  return typeof value.source === 'string' && typeof value.target === 'string'
}
