import { AppError } from '@spindle/contract'
import type { AccessChoice, MemberAccess } from '@spindle/contract/console'
import type { Clock } from '../../../platform/clock.ts'
import { type Database, type Transaction, tenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Audit, AuditActor, AuditType } from '../audit/audit.ts'
import type { MadeAccess } from '../membership/access-by-maker.ts'
import { listMembershipsOf } from '../membership/member-queries.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { deleteAllInvitationsBy, deleteLinksBy } from '../users/link-queries.ts'
import {
  findUser,
  lockOperators,
  lockUser,
  setDisabled,
  setEnabled,
  setIsOperator,
  type UserRow,
} from '../users/user-queries.ts'
import type { ProveAddress } from './prove-address.ts'

/**
 * Decisions of an operator about a person. The hub always has an operator: the last one can neither be disabled nor
 * lose the role, even if two operators do it to each other at the same time.
 */
export interface ChangePerson {
  /** Throws `user_not_found`, `last_operator`, and `state_conflict` for a disabled person. */
  setOperator(userId: string, isOperator: boolean, actor: AuditActor): Promise<void>
  /**
   * Ends every session, link and program of the person immediately, and with `access` what the person made in every
   * account. Throws `user_not_found`, `last_operator`.
   */
  disable(userId: string, actor: AuditActor, access?: AccessChoice): Promise<void>
  /** What the person made that works without the person, by account. Throws `user_not_found`. */
  listAccess(userId: string): Promise<readonly AccessIn[]>
  /**
   * The operator vouches for the address: it is proven, and replaces the previous one. Throws `user_not_found`,
   * `mail_taken`.
   */
  setAddress(userId: string, email: string, actor: AuditActor): Promise<void>
  /** Throws `user_not_found`. */
  enable(userId: string, actor: AuditActor): Promise<void>
}

export interface ChangePersonOptions {
  readonly database: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly sessions: Pick<Sessions, 'endOthers'>
  readonly proveAddress: Pick<ProveAddress, 'byOperator'>
  readonly made: MadeAccess
}

interface AccessIn extends MemberAccess {
  readonly accountId: AccountId
}

export function personChanger({
  database,
  clock,
  audit,
  sessions,
  proveAddress,
  made,
}: ChangePersonOptions): ChangePerson {
  const record = (trx: Transaction, type: AuditType, actor: AuditActor, { id }: UserRow) =>
    audit.recordForHub(trx, { type, actor, data: { user: id } })
  const findAccounts = async (userId: string): Promise<readonly AccountId[]> => {
    const memberships = await listMembershipsOf(database.system, [userId])
    const left = await made.listAccounts(userId)
    return [...new Set([...memberships.map(({ accountId }) => accountId), ...left])].toSorted()
  }
  return {
    setOperator: (userId, isOperator, actor) =>
      database.transaction(async (trx) => {
        const { user, isLastOperator } = await lockPerson(trx, userId)
        if (isOperator && user.disabledAt)
          throw new AppError('state_conflict', { detail: 'This person is blocked. Unblock the person first.' })
        if (!isOperator && isLastOperator) throw new AppError('last_operator')
        if (user.isOperator === isOperator) return
        await setIsOperator(trx, userId, isOperator)
        if (!isOperator) {
          await deleteAllInvitationsBy(trx, userId, 'as operator')
          await deleteLinksBy(trx, userId)
        }
        await record(trx, isOperator ? 'operator.added' : 'operator.removed', actor, user)
      }),
    async disable(userId, actor, access = 'keep') {
      const accounts = access === 'end' ? await findAccounts(userId) : []
      await database.transaction(async (trx) => {
        const { user, isLastOperator } = await lockPerson(trx, userId)
        if (isLastOperator) throw new AppError('last_operator')
        await setDisabled(trx, userId, new Date(clock.now()))
        await sessions.endOthers(trx, { user, actor }, null)
        await deleteAllInvitationsBy(trx, userId, 'at all')
        await deleteLinksBy(trx, userId)
        for (const accountId of accounts) await made.end(tenantTransaction(trx, accountId), actor, userId)
        await record(trx, 'user.disabled', actor, user)
      })
    },
    async listAccess(userId) {
      if (!(await findUser(database.system, userId))) throw new AppError('user_not_found')
      const accounts = await findAccounts(userId)
      return Promise.all(
        accounts.map(async (accountId) => ({ accountId, ...(await made.list(database.tenant(accountId), userId)) })),
      )
    },
    setAddress: proveAddress.byOperator,
    enable: (userId, actor) =>
      database.transaction(async (trx) => {
        const { user } = await lockPerson(trx, userId)
        if (!user.disabledAt) return
        await setEnabled(trx, userId)
        await record(trx, 'user.enabled', actor, user)
      }),
  }
}

/** The operators first, so that all of these take their locks in one order. */
async function lockPerson(trx: Transaction, userId: string) {
  const operators = await lockOperators(trx)
  const user = await lockUser(trx, userId)
  if (!user) throw new AppError('user_not_found')
  return { user, isLastOperator: operators.length === 1 && operators[0] === userId }
}
