import { access, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DataDirectoryError, diskFullError, findErrno, isDiskFull } from './data-directory-error.ts'

/** Creates the data directory if it is missing and returns its real path; existing directories keep their modes. */
export async function openDataDirectory(dataDir: string): Promise<string> {
  try {
    await makeFolders(resolve(dataDir))
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (cause) {
    throw toDataDirectoryError(dataDir, cause)
  }
}

/** Not `recursive`: if a file system answers ENOENT to every folder, as /proc does, that would try for ever. */
async function makeFolders(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await isDirectory(path))) return
    if (code !== 'ENOENT' || dirname(path) === path || (await isDirectory(dirname(path)))) throw error
    await makeFolders(dirname(path))
    await makeFolders(path)
  }
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Translates an error of the file system about the data directory for the operator. */
export function toDataDirectoryError(dataDir: string, cause: unknown): unknown {
  if (cause instanceof DataDirectoryError) return cause
  const errno = findErrno(cause)
  if (errno !== undefined && isDiskFull(errno)) return diskFullError(dataDir, cause)
  if (errno === undefined || !['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST'].includes(errno)) return cause
  const user = process.getuid?.() === 0 ? 'root' : `the user with uid ${process.getuid?.()}`
  return new DataDirectoryError('data_directory_not_writable', {
    message: `The data directory ${dataDir} cannot be written by ${user} (${errno})`,
    fix: `make that user the owner of the directory (chown), mount it writable, or choose another data directory`,
    cause,
  })
}
