import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { DataDirectoryError, diskFullError, findErrno, isDiskFull } from './data-directory-error.ts'

/** Makes the data directory when it is missing and answers its real path; directories that exist keep their modes. */
export async function openDataDirectory(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (cause) {
    throw toDataDirectoryError(dataDir, cause)
  }
}

/** Translates what the file system said about the data directory for the operator. */
export function toDataDirectoryError(dataDir: string, cause: unknown): unknown {
  if (cause instanceof DataDirectoryError) return cause
  const errno = findErrno(cause)
  if (errno !== undefined && isDiskFull(errno)) return diskFullError(dataDir, cause)
  if (errno === undefined || !['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(errno)) return cause
  const user = process.getuid?.() === 0 ? 'root' : `the user with uid ${process.getuid?.()}`
  return new DataDirectoryError('data_directory_not_writable', {
    message: `The data directory ${dataDir} cannot be written by ${user} (${errno})`,
    fix: `give that user the directory (chown), mount it writable, or choose another data directory`,
    cause,
  })
}
