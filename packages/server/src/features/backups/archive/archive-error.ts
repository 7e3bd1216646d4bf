/** Why a folder of backups or exports cannot be used so, and what to do. */
export class ArchiveError extends Error {
  readonly fix: string
  constructor(message: string, fix: string) {
    super(message)
    this.name = 'ArchiveError'
    this.fix = fix
  }
}

/** The storage gave other bytes than the database says. */
export class WrongContentError extends Error {
  constructor() {
    super('the bytes are not those that were stored')
    this.name = 'WrongContentError'
  }
}

/** The storage has a file that it cannot read, such as one on a bad sector. */
export class UnreadableContentError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableContentError'
  }
}
