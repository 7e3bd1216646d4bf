/** The embedded database: a real PostgreSQL in the data directory, started and stopped by the hub. */

export { openDataDirectory } from './data-directory.ts'
export { DataDirectoryError, type DataDirectoryErrorCode } from './data-directory-error.ts'
export { lockDataDirectory } from './data-directory-lock.ts'
export { stopOrphanedServer } from './orphaned-server.ts'
export { type EmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts'
