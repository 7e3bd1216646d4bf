import { AppError } from '@spindle/contract'
import type { SessionView } from '@spindle/contract/console'
import type { SignInSettings } from '../../../config/sign-in.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import { hubBuild } from '../../../platform/process/version.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { LiveFeature } from '../../live/index.ts'
import { listMembershipsOf } from '../membership/member-queries.ts'
import { findSession } from '../sessions/session-queries.ts'
import { confirmedMs } from '../sessions/session-rules.ts'
import { hasIdentity } from '../users/sign-in-methods.ts'
import { findUser } from '../users/user-queries.ts'

export interface SessionSources {
  readonly accounts: Pick<Accounts, 'findNames'>
  readonly signIn: SignInSettings
  readonly live: Pick<LiveFeature, 'findLastEventId'>
}

/** What a page needs first: who is signed in, until when, and the person's role in each account. */
export async function describeSession(
  sql: Sql,
  { accounts, signIn, live }: SessionSources,
  { sessionId, nowMs }: { readonly sessionId: string; readonly nowMs: number },
): Promise<SessionView> {
  const session = await findSession(sql, sessionId)
  const user = session && (await findUser(sql, session.userId))
  if (!session || !user) throw new AppError('signed_out')
  const memberships = await listMembershipsOf(sql, [user.id])
  const names = await accounts.findNames(memberships.map(({ accountId }) => accountId))
  const confirmedUntil = session.confirmedAt.getTime() + confirmedMs
  return {
    user: {
      id: user.id,
      name: user.name,
      email: user.email,
      isEmailProven: user.emailProvenBy !== null,
      pendingEmail: user.pendingEmail,
      isOperator: user.isOperator,
      hasPassword: user.passwordPhc !== null,
      passkeys: user.passkeys,
      hasIdentity: hasIdentity(user, signIn),
    },
    session: {
      id: session.id,
      way: session.way,
      confirmedUntil: confirmedUntil > nowMs ? new Date(confirmedUntil).toISOString() : null,
      expiresAt: session.expiresAt.toISOString(),
    },
    memberships: memberships.map(({ accountId, role }) => ({
      accountId,
      accountName: names.get(accountId) ?? '',
      role,
    })),
    hubVersion: hubBuild,
    lastEventId: (await live.findLastEventId()) ?? null,
  }
}
