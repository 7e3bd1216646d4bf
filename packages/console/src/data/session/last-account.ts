import { readStored, save } from '../settings/storage.ts'

const key = 'spindle:account'

/** The account that was open last in this browser. */
export const lastAccount = {
  get: (): string | undefined => readStored(key),
  set: (accountId: string): void => save(key, accountId),
}
