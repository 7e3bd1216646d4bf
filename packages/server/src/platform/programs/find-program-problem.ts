import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'

/**
 * Whether the hub may run a program that the operator named. A program that another user of the machine can replace
 * would run what that user wants.
 */

/** A part of a sentence that begins with the path; undefined if the program may run. */
export async function findProgramProblem(path: string): Promise<string | undefined> {
  if (!isAbsolute(path) || path.includes('\0')) return 'is not an absolute path'
  const real = await realpath(path).catch(() => undefined)
  const found = real === undefined ? undefined : await stat(real).catch(() => undefined)
  if (real === undefined || !found) return 'does not exist on this machine'
  if (!found.isFile()) return 'is not a file'
  if (!isOwnerTrusted(found.uid)) return 'belongs to another user: it must belong to root or to the user of the hub'
  if ((found.mode & 0o022) !== 0) return 'is writable for other users: use chmod go-w'
  if ((await access(real, constants.X_OK).catch(() => 'refused')) === 'refused')
    return 'is not executable: use chmod +x'
  for (const place of [path, real]) {
    const open = await findOpenFolder(place)
    if (open !== undefined) return `is in ${open}, where other users can replace it: use chmod o-w`
  }
  return undefined
}

const isOwnerTrusted = (uid: number): boolean => uid === 0 || uid === process.getuid?.()

/** In a sticky folder, such as /tmp, only the owner of a file can replace it. */
async function findOpenFolder(path: string): Promise<string | undefined> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid } = await stat(folder)
    const isSticky = (mode & 0o1000) !== 0
    if (!isOwnerTrusted(uid) || ((mode & 0o002) !== 0 && !isSticky)) return folder
    if (dirname(folder) === folder) return undefined
  }
}
