/** Errors of the system about files, in plain English. */

const systemErrors: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  ENOENT: ['does not exist', 'Check the path.'],
  EACCES: ['cannot be read or written by this user', 'Change its permissions, or run as the user who owns it.'],
  EPERM: ['cannot be changed by this user', 'Change its permissions, or run as the user who owns it.'],
  ENOSPC: ['cannot be written: the disk is full', 'Free some space, then run the same command again.'],
  EDQUOT: ['cannot be written: your quota is full', 'Free some space, then run the same command again.'],
  EROFS: ['is on a disk that is read-only', 'Use a folder on a writable disk.'],
  EISDIR: ['is a folder, not a file', 'Name a file.'],
  ENOTDIR: ['is a file, not a folder', 'Name a folder.'],
  EIO: ['cannot be read: the disk reports an error', 'Check the disk.'],
}

/** An error of Node for a failed call of the system. */
export interface SystemError extends Error {
  /** For example `ENOENT`. */
  readonly code: string
  readonly path?: string
}

/** Whether a call of the system failed. */
export const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error

/** What happened, and what to do; the words of the system for an unknown code. */
export function describeSystemError({ code, path, message }: SystemError): {
  readonly what: string
  readonly fix: string | undefined
} {
  const known = systemErrors[code]
  if (!known) return { what: message, fix: undefined }
  const unnamed = code === 'EISDIR' || code === 'ENOTDIR' ? 'The path' : 'A file'
  return { what: `${path ?? unnamed} ${known[0]}`, fix: known[1] }
}
