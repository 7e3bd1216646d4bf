import { readFile, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findErrno } from './data-directory-error.ts'

/** The npm package has a list of its library symlinks, because npm packs no links. */

/** Creates the missing library links; returns false if the package cannot be changed (read-only, other owner). */
export async function makeSymlinks(packageDir: string): Promise<boolean> {
  for (const { source, target } of await readSymlinkList(packageDir)) {
    try {
      // Relative, so that the tree can be moved. A link that another process creates at the same moment is equivalent.
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
