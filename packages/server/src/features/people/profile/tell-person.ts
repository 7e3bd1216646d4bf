import type { Transaction } from '../../../platform/database/sql.ts'
import type { Mail, NewMail } from '../../mail/index.ts'
import { findUser, type UserRow } from '../users/user-queries.ts'

/**
 * Tells a person by mail what was done in their name, once the transaction has committed. Only at a proven address: another
 * one may belong to another person.
 */
export type TellPerson = (trx: Transaction, userId: string, notice: Notice) => Promise<void>

export interface Notice extends Pick<NewMail, 'kind'> {
  write(person: Pick<UserRow, 'name'>): NewMail['content']
}

export const personTeller =
  (mail: Mail): TellPerson =>
  async (trx, userId, { kind, write }) => {
    const user = await findUser(trx, userId)
    if (user && user.emailProvenBy !== null && user.disabledAt === null)
      await mail.post(trx, { kind, to: user.email, content: write(user) })
  }
