import type { Role } from '@spindle/contract/console'
import type { Sql, Tenant, TenantTransaction, Transaction } from '../../../platform/database/sql.ts'
import type { AccountId, Id } from '../../../platform/values/ids.ts'

/** Links for setup and sign-in belong to no account; invitations do. */

export interface UserLinkRow {
  readonly sha256: Buffer
  readonly kind: 'setup' | 'sign_in'
  readonly userId: Id<'usr'> | null
  readonly ownedAccount: AccountId | null
  readonly expiresAt: Date
}

const linkColumns = `sha256, kind, user_id as "userId", owned_account as "ownedAccount", expires_at as "expiresAt"`

export async function insertUserLink(
  trx: Transaction,
  link: UserLinkRow & { readonly madeBy: string | null; readonly createdAt: Date },
): Promise<void> {
  await trx.execute(
    `insert into user_links (sha256, kind, user_id, owned_account, made_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [link.sha256, link.kind, link.userId, link.ownedAccount, link.madeBy, link.createdAt, link.expiresAt],
  )
}

/** Until the end of the transaction no other process makes a setup link. */
export async function lockSetupLinks(trx: Transaction): Promise<void> {
  await trx.execute(`select pg_advisory_xact_lock(hashtextextended('setup links', 0))`)
}

export const findSetupLinkSince = (
  trx: Transaction,
  since: Date,
  { ownedAccount }: Pick<UserLinkRow, 'ownedAccount'>,
): Promise<(Pick<UserLinkRow, 'sha256'> & { readonly createdAt: Date }) | undefined> =>
  trx.readRow(
    `select sha256, created_at as "createdAt" from user_links
     where kind = 'setup' and used_at is null and created_at > $1 and owned_account is not distinct from $2`,
    [since, ownedAccount],
  )

/** A newer link of the same kind for the same person replaces the earlier one. */
export async function deleteUserLinks(
  trx: Transaction,
  kind: UserLinkRow['kind'],
  userId: string | null,
): Promise<void> {
  await trx.execute(`delete from user_links where kind = $1 and user_id is not distinct from $2`, [kind, userId])
}

export const findUserLink = (sql: Sql, sha256: Buffer, now: Date): Promise<UserLinkRow | undefined> =>
  sql.readRow(`select ${linkColumns} from user_links where sha256 = $1 and used_at is null and expires_at > $2`, [
    sha256,
    now,
  ])

/** Undefined if it was already used, even at the same moment. */
export const useUserLink = (
  trx: Transaction,
  { sha256, kind, now }: { readonly sha256: Buffer; readonly kind: UserLinkRow['kind']; readonly now: Date },
): Promise<UserLinkRow | undefined> =>
  trx.row(
    `update user_links set used_at = $3 where sha256 = $1 and kind = $2 and used_at is null and expires_at > $3
     returning ${linkColumns}`,
    [sha256, kind, now],
  )

/**
 * Not used, not expired, and its maker could still make it. `i` is the invitation, `now` the parameter with the time.
 */
const isOpen = (now: string): string => `i.used_at is null and i.expires_at > ${now} and (i.made_by is null or exists (
  select 1 from users u where u.id = i.made_by and u.disabled_at is null and case when i.by_operator then u.is_operator
    else exists (select 1 from memberships m where m.account_id = i.account_id and m.user_id = u.id and m.role = 'owner')
    end))`

export interface InvitationRow {
  readonly accountId: AccountId
  readonly id: Id<'inv'>
  readonly sha256: Buffer
  readonly email: string
  readonly role: Role
  /** Made by an operator of the hub, who can vouch for an address for the whole hub. */
  readonly byOperator: boolean
  readonly expiresAt: Date
}

export async function insertInvitation(
  tenant: Tenant,
  {
    id,
    sha256,
    email,
    role,
    madeBy,
    byOperator,
    createdAt,
    expiresAt,
  }: Omit<InvitationRow, 'accountId'> & { readonly madeBy: string | null; readonly createdAt: Date },
): Promise<void> {
  await tenant.execute(
    `insert into invitations (account_id, id, sha256, email, role, made_by, by_operator, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, sha256, email, role, madeBy, byOperator, createdAt, expiresAt],
  )
}

/** Unused and not expired. Newest first. */
export const listInvitationRows = (
  tenant: Tenant,
  { limit, after, now }: { readonly limit: number; readonly after: string | undefined; readonly now: Date },
): Promise<(Omit<InvitationRow, 'sha256' | 'byOperator'> & { readonly createdAt: Date })[]> =>
  tenant.readRows(
    `select account_id as "accountId", id, email, role, created_at as "createdAt", expires_at as "expiresAt"
     from invitations i where account_id = $1 and ${isOpen('$2')} and ($3::text is null or id < $3)
     order by id desc limit $4`,
    [now, after ?? null, limit],
  )

export async function countInvitations(tenant: Tenant, now: Date): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    `select count(*)::int as count from invitations i where account_id = $1 and ${isOpen('$2')}`,
    [now],
  )
  return row?.count ?? 0
}

/** Undefined without one that could still be used. */
export const deleteInvitation = (
  trx: TenantTransaction,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<Pick<InvitationRow, 'email'> | undefined> =>
  trx.row(
    `delete from invitations where account_id = $1 and id = $2 and used_at is null and expires_at > $3
     returning email`,
    [id, now],
  )

/** Unused ones before a newer one for the same address. */
export async function deleteInvitationsOf(tenant: Tenant, email: string): Promise<void> {
  await tenant.execute(
    `delete from invitations where account_id = $1 and lower(email) = lower($2) and used_at is null`,
    [email],
  )
}

/** The unused ones that a person made in this account. */
export const listInvitationsBy = (
  tenant: Tenant,
  userId: string,
): Promise<{ readonly id: string; readonly name: string }[]> =>
  tenant.readRows(
    `select id, email as name from invitations where account_id = $1 and made_by = $2 and used_at is null
     order by id limit 1000`,
    [userId],
  )

/** They end when their maker loses the right. */
export async function deleteInvitationsBy(tenant: Tenant, userId: string): Promise<void> {
  await tenant.execute(`delete from invitations where account_id = $1 and made_by = $2 and used_at is null`, [userId])
}

/** In every account: those that the person made as an operator, or all. */
export async function deleteAllInvitationsBy(
  trx: Transaction,
  userId: string,
  made: 'as operator' | 'at all',
): Promise<void> {
  await trx.execute(`delete from invitations where made_by = $1 and used_at is null and (by_operator or $2)`, [
    userId,
    made === 'at all',
  ])
}

/** Links that sign the person in. */
export async function deleteLinksOf(trx: Transaction, userId: string): Promise<void> {
  await trx.execute(`delete from user_links where user_id = $1`, [userId])
}

/** Links that the person made for others. */
export async function deleteLinksBy(trx: Transaction, userId: string): Promise<void> {
  await trx.execute(`delete from user_links where made_by = $1 and used_at is null`, [userId])
}

/** Across accounts on purpose: the link determines the account. */
export const findInvitation = (system: Sql, sha256: Buffer, now: Date): Promise<InvitationRow | undefined> =>
  system.readRow(
    `select account_id as "accountId", id, sha256, email, role, by_operator as "byOperator", expires_at as "expiresAt"
     from invitations i where sha256 = $1 and ${isOpen('$2')}`,
    [sha256, now],
  )

/** False if it was already used, even at the same moment. */
export async function useInvitation(
  tenant: Tenant,
  { id, userId, now }: { readonly id: string; readonly userId: string; readonly now: Date },
): Promise<boolean> {
  const used = await tenant.execute(
    `update invitations i set used_at = $4, used_by = $3 where account_id = $1 and id = $2 and ${isOpen('$4')}`,
    [id, userId, now],
  )
  return used > 0
}

/** Links that can no longer be used. */
export async function deleteOldLinks(sql: Sql, before: Date): Promise<void> {
  await sql.execute(`delete from user_links where expires_at < $1`, [before])
}
