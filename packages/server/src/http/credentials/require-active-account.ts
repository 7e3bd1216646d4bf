import { AppError } from '@spindle/contract'
import type { AccountId } from '../../platform/values/ids.ts'
import type { Credentials } from '../principal.ts'

/** Throws `account_suspended`. Whoever acts for an account goes through here, whatever the credential. */
export async function requireActiveAccount(
  credentials: Pick<Credentials, 'isSuspended'>,
  id: AccountId,
): Promise<void> {
  if (!(await credentials.isSuspended(id))) return
  throw new AppError('account_suspended', {
    detail: 'The operator of this hub has suspended the account. Nothing was deleted. Contact the operator.',
  })
}
