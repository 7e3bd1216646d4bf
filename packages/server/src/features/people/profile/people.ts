import type { AddressProof, Role } from '@spindle/contract/console'
import type { SignInSettings } from '../../../config/sign-in.ts'
import { pageOf } from '../../../http/responses/page-of.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId, Id } from '../../../platform/values/ids.ts'
import { listMembershipsOf } from '../membership/member-queries.ts'
import { hasIdentity } from '../users/sign-in-methods.ts'
import {
  countUsers,
  findUser,
  findUserByMail,
  findUserNames,
  findUserPage,
  hasOperator,
  listUsers,
  type UserQuery,
  type UserRow,
} from '../users/user-queries.ts'

/** The people of the hub, and disabling them. Decisions of one person about another are in `change-person.ts`. */
export interface People {
  hasOperator(): Promise<boolean>
  list(): Promise<Person[]>
  /** Unknown ids are missing from the map. */
  findNames(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Newest first. `next` is the `after` of the next page. */
  listPage(query: UserQuery): Promise<{ readonly data: readonly Person[]; readonly next: string | null }>
  count(filters: Pick<UserQuery, 'q' | 'kind'>): Promise<number>
  find(userId: string): Promise<Person | undefined>
  /** The person with this address, proven or not: check `emailProvenBy` before a decision depends on it. */
  findByMail(email: string): Promise<Person | undefined>
}

export interface Person {
  readonly id: Id<'usr'>
  readonly name: string
  readonly email: string
  readonly emailProvenBy: AddressProof | null
  readonly pendingEmail: string | null
  readonly isOperator: boolean
  readonly hasPassword: boolean
  readonly passkeys: number
  readonly hasIdentity: boolean
  readonly createdAt: Date
  readonly disabledAt: Date | null
  readonly memberships: readonly { readonly accountId: AccountId; readonly role: Role }[]
}

export interface PeopleOptions {
  readonly database: Database
  readonly signIn: Pick<SignInSettings, 'provider'>
}

export function peopleService({ database, signIn }: PeopleOptions): People {
  const withMemberships = async (users: readonly UserRow[]): Promise<Person[]> => {
    const memberships = await listMembershipsOf(
      database.system,
      users.map(({ id }) => id),
    )
    return users.map(({ passwordPhc, issuers, ...user }) => ({
      ...user,
      hasPassword: passwordPhc !== null,
      hasIdentity: hasIdentity({ issuers }, signIn),
      memberships: memberships.filter(({ userId }) => userId === user.id),
    }))
  }
  const one = async (user: UserRow | undefined): Promise<Person | undefined> =>
    user && (await withMemberships([user]))[0]
  return {
    hasOperator: () => hasOperator(database.system),
    list: async () => withMemberships(await listUsers(database.system)),
    async listPage({ limit, ...query }) {
      const rows = await findUserPage(database.system, { ...query, limit: limit + 1 })
      const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
      return { data: await withMemberships(data), next }
    },
    count: (filters) => countUsers(database.system, filters),
    find: async (userId) => one(await findUser(database.system, userId)),
    findByMail: async (email) => one(await findUserByMail(database.system, email)),
    findNames: async (ids) => new Map((await findUserNames(database.system, ids)).map(({ id, name }) => [id, name])),
  }
}
