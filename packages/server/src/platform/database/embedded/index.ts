/** The database the hub brings along: a real PostgreSQL inside the data directory, started and stopped by the hub. */

export { openDataDirectory } from './data-directory.ts'
export { DataDirectoryError, type DataDirectoryErrorCode } from './data-directory-error.ts'
export { lockDataDirectory } from './data-directory-lock.ts'
export { type EmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts'
