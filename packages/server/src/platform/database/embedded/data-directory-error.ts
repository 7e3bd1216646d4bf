/** Everything that can be wrong with a data directory or its server, as permanent codes. */
export type DataDirectoryErrorCode =
  | 'data_directory_locked'
  | 'data_directory_not_writable'
  | 'data_directory_full'
  | 'data_directory_damaged'
  | 'data_directory_other_user'
  | 'credentials_missing'
  | 'postgres_missing'
  | 'postgres_no_account'
  | 'postgres_version_mismatch'
  | 'postgres_unsafe_settings'
  | 'postgres_failed'

/**
 * A start that only the operator can repair. `message` is one line that says what is wrong and where, `fix` one line
 * that says what to do. Both are shown in a terminal and contain no secret.
 */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError'
  readonly code: DataDirectoryErrorCode
  readonly fix: string

  constructor(
    code: DataDirectoryErrorCode,
    { message, fix, cause }: { message: string; fix: string; cause?: unknown },
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.fix = fix
  }
}

/** An alternative for every problem with the embedded server. */
export const useOwnDatabase = 'set DATABASE_URL to your own PostgreSQL'

/** The `code` of a system error (`ENOSPC`, `EACCES`), else undefined. */
export function findErrno(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** True if a text of PostgreSQL or a system error reports that the disk or the quota is used up. */
export function isDiskFull(text: string): boolean {
  return /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes|ENOSPC|EDQUOT/.test(text)
}

/** The error for a data directory without space, with the fix. */
export function diskFullError(dataDir: string, cause?: unknown): DataDirectoryError {
  return new DataDirectoryError('data_directory_full', {
    message: `No space left on the disk of the data directory ${dataDir}`,
    fix: 'free some space (a new database needs about 100 MB), then start again',
    cause,
  })
}
