import { OutletFailure } from '../../outlets/index.ts'

/** Nothing will change until the operator does something, so nothing is tried until then. */
export class OperatorNeeded extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'OperatorNeeded'
  }
}

/** Codes of file systems, names of object stores, numbers of SFTP. */
const codesOfFull: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'QuotaExceeded', 'XMinioStorageFull'])
const codesOfForbidden: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 3])

/** In words that an account may read: they name neither addresses nor secrets. Other errors stay as they are. */
export function explainFailure(error: unknown): unknown {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown }
  if (error instanceof OperatorNeeded)
    return new OutletFailure(
      'outlet_paused',
      'The store refused the sign-in of the hub. The operator must check the credentials.',
    )
  if (codesOfFull.has(code) || codesOfFull.has(name))
    return new OutletFailure('outlet_full', 'The store has no space left. The hub will try again later.')
  if (codesOfForbidden.has(code))
    return new OutletFailure(
      'outlet_forbidden',
      'The store does not allow the hub to write files. The hub will try again later.',
    )
  return error
}
