import type { Role } from '@spindle/contract/console'
import type { Sql, Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId, Id } from '../../../platform/values/ids.ts'

export interface MembershipRow {
  readonly accountId: AccountId
  readonly role: Role
}

/** An existing member keeps the role. */
export async function insertMembership(
  tenant: Tenant,
  { userId, role, createdAt }: { readonly userId: Id<'usr'>; readonly role: Role; readonly createdAt: Date },
): Promise<void> {
  await tenant.execute(
    `insert into memberships (account_id, user_id, role, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [userId, role, createdAt],
  )
}

export interface MemberRow {
  readonly userId: Id<'usr'>
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly joinedAt: Date
}

const memberColumns = `m.user_id as "userId", u.name, u.email, m.role, m.created_at as "joinedAt"`

/** For an export: the members. */
export const membersOfText = (accountId: AccountId): string => `
  select m.user_id as id, u.name, u.email, m.role, m.created_at from memberships m join users u on u.id = m.user_id
  where m.account_id = '${accountId}'`

export interface MemberListRequest {
  readonly limit: number
  readonly after: string | undefined
  readonly role: Role | undefined
}

/** In the order in which they came to the hub. */
export const listMemberRows = (tenant: Tenant, { limit, after, role }: MemberListRequest): Promise<MemberRow[]> =>
  tenant.readRows(
    `select ${memberColumns} from memberships m join users u on u.id = m.user_id
     where m.account_id = $1 and ($2::text is null or m.role = $2) and ($3::text is null or m.user_id > $3)
     order by m.user_id limit $4`,
    [role ?? null, after ?? null, limit],
  )

export async function countMembers(tenant: Tenant, role: Role | undefined): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    `select count(*)::int as count from memberships where account_id = $1 and ($2::text is null or role = $2)`,
    [role ?? null],
  )
  return row?.count ?? 0
}

/** Held until the transaction ends, so that changes of one member happen one after the other. */
export const lockMember = (trx: TenantTransaction, userId: string): Promise<MemberRow | undefined> =>
  trx.row(
    `select ${memberColumns} from memberships m join users u on u.id = m.user_id
     where m.account_id = $1 and m.user_id = $2 for update of m`,
    [userId],
  )

export async function isMemberByMail(tenant: Tenant, email: string): Promise<boolean> {
  const row = await tenant.readRow(
    `select 1 from memberships m join users u on u.id = m.user_id
     where m.account_id = $1 and lower(u.email) = lower($2)`,
    [email],
  )
  return row !== undefined
}

/** The check that the account always has an owner: a trigger (migrations/functions/keep_an_owner.sql). */
export const lastOwnerCheck = 'memberships_last_owner'

export async function setRole(trx: TenantTransaction, userId: string, role: Role): Promise<void> {
  await trx.execute(`update memberships set role = $3 where account_id = $1 and user_id = $2`, [userId, role])
}

export async function deleteMembership(trx: TenantTransaction, userId: string): Promise<void> {
  await trx.execute(`delete from memberships where account_id = $1 and user_id = $2`, [userId])
}

export const findRole = (tenant: Tenant, userId: string): Promise<{ role: Role } | undefined> =>
  tenant.readRow(`select role from memberships where account_id = $1 and user_id = $2`, [userId])

/** Across accounts on purpose: the accounts of a person. */
export const listMembershipsOf = (
  system: Sql,
  userIds: readonly string[],
): Promise<(MembershipRow & { userId: string })[]> =>
  system.readRows(
    `select user_id as "userId", account_id as "accountId", role from memberships
     where user_id = any ($1::text[]) order by account_id`,
    [userIds],
  )
