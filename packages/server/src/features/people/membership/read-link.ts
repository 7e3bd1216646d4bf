import { AppError } from '@spindle/contract'
import type { Role } from '@spindle/contract/console'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import { isToken, tokenDigest } from '../opaque-token.ts'
import { findInvitation, findUserLink, type InvitationRow, type UserLinkRow } from '../users/link-queries.ts'
import { findUser } from '../users/user-queries.ts'

/** The purpose of a link, shown to its holder before it is used. */
export interface ReadLink {
  readonly kind: 'setup' | 'sign_in' | 'invitation'
  readonly expiresAt: string
  readonly email: string | null
  readonly accountName: string | null
  readonly role: Role | null
}

interface Sources {
  readonly database: Database
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'findNames'>
}

/** Throws `link_invalid`. */
export async function readLink(sources: Sources, token: string): Promise<ReadLink> {
  const { database, clock } = sources
  const now = new Date(clock.now())
  if (!isToken(token)) throw new AppError('link_invalid')
  const link = await findUserLink(database.system, tokenDigest(token), now)
  if (link) return describeUserLink(sources, link)
  const invitation = await findInvitation(database.system, tokenDigest(token), now)
  if (!invitation) throw new AppError('link_invalid')
  return describeInvitation(sources, invitation)
}

async function describeUserLink(
  { database, accounts }: Sources,
  { kind, expiresAt, userId, ownedAccount }: UserLinkRow,
): Promise<ReadLink> {
  const user = userId === null ? undefined : await findUser(database.system, userId)
  return {
    kind,
    expiresAt: expiresAt.toISOString(),
    email: user?.email ?? null,
    accountName: ownedAccount === null ? null : await nameOf(accounts, ownedAccount),
    role: ownedAccount === null ? null : 'owner',
  }
}

async function describeInvitation(
  { accounts }: Sources,
  { email, role, accountId, expiresAt }: InvitationRow,
): Promise<ReadLink> {
  return {
    kind: 'invitation',
    expiresAt: expiresAt.toISOString(),
    email,
    accountName: await nameOf(accounts, accountId),
    role,
  }
}

const nameOf = async (accounts: Sources['accounts'], id: AccountId): Promise<string | null> =>
  (await accounts.findNames([id])).get(id) ?? null
