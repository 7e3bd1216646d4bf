/** Why a folder of backups or exports cannot be used, and what to do. */
export class ArchiveError extends Error {
  readonly fix: string
  constructor(message: string, fix: string) {
    super(message)
    this.name = 'ArchiveError'
    this.fix = fix
  }
}

/** The storage returned other bytes than the database describes. */
export class WrongContentError extends Error {
  constructor() {
    super('the bytes are not those that were stored')
    this.name = 'WrongContentError'
  }
}

/** The storage has a file that it cannot read, for example because of a bad sector. */
export class UnreadableContentError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableContentError'
  }
}
