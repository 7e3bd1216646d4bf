/** Why a folder of backups or exports cannot be used so, and what to do. */
export class ArchiveError extends Error {
  readonly fix: string
  constructor(message: string, fix: string) {
    super(message)
    this.name = 'ArchiveError'
    this.fix = fix
  }
}
