/** Recognises SFTP servers that have no space left. Version 3 of the protocol has no status for it. */

export class DiskFull extends Error {
  readonly code = 'ENOSPC'
  constructor() {
    super('the disk or the quota of the server is full')
  }
}

/** A missing right, or a failure, which may have its reason in words. */
const plainStatuses: ReadonlySet<unknown> = new Set([3, 4])
/** Of later versions, which some servers use in version 3 too (draft-ietf-secsh-filexfer-13, section 9.1). */
const statusesOfFull: ReadonlySet<unknown> = new Set([14, 15])
const wordsOfFull =
  /quota|no space|(?:disk|storage|space|volume)\b.*\b(?:full|exceeded|exhausted)|(?:not enough|insufficient) (?:disk |free )?(?:space|storage)/i

export function saysFull(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message: string }
  return statusesOfFull.has(code) || (plainStatuses.has(code) && wordsOfFull.test(message))
}

export async function orFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw saysFull(error) ? new DiskFull() : error
  }
}
