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

/** Whether the store accepted the sign-in but does not allow this action. */
export const isForbidden = (error: unknown): boolean =>
  codesOfForbidden.has((error as { readonly code?: unknown } | undefined)?.code)

/** Undefined if the store does not allow it: an inbox may be for writing only. */
export async function ifAllowed<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isForbidden(error)) return undefined
    throw error
  }
}

/** The actions of the hub at a store, as parts of a sentence. */
export const storeSteps = {
  connect: 'connect',
  stat: 'look at a file',
  list: 'list a folder',
  mkdirs: 'create a folder',
  write: 'write a file',
  rename: 'rename a file',
  read: 'read a file',
  remove: 'delete a file',
} as const
export type StoreStep = keyof typeof storeSteps

/** A failure with the step that it belongs to. The message is that of its cause. */
export class StepFailed extends Error {
  readonly step: StoreStep
  readonly code: unknown
  constructor(step: StoreStep, cause: Error) {
    super(cause.message, { cause })
    this.name = 'StepFailed'
    this.step = step
    this.code = (cause as { readonly code?: unknown }).code
  }
}

const fixes: Partial<Record<StoreStep, string>> = {
  rename: ' The operator can have files written in place: outlets set ID --write-files in_place.',
}

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
  const step = error instanceof StepFailed ? error.step : undefined
  if (codesOfForbidden.has(code))
    return new OutletFailure(
      'outlet_forbidden',
      `The store does not allow the hub to ${storeSteps[step ?? 'write']}.${(step && fixes[step]) ?? ''} The hub will try again later.`,
    )
  if (step)
    return new OutletFailure(
      'outlet_unreachable',
      `The hub could not ${storeSteps[step]} ${step === 'connect' ? 'to' : 'at'} the store. The hub will try again later.`,
    )
  return error
}
