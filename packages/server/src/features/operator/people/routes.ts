import { AppError } from '@spindle/contract'
import {
  type AccountItem,
  createAccount,
  disablePerson,
  enablePerson,
  endMoveIn,
  getPersonAccess,
  inviteToAccount,
  listAccounts,
  listPeople,
  makeSignInLink,
  openMoveIn,
  type PersonItem,
  setAddress,
  setOperator,
} from '@spindle/contract/console'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { type AccountFigures, type Accounts, isOpen, noUsage, type QuotaLimits } from '../../accounts/index.ts'
import {
  type Audit,
  actorOf,
  type ChangePerson,
  type Links,
  type OperatorAccounts,
  type People,
  type Person,
} from '../../people/index.ts'

export interface PeopleRoutes {
  readonly database: Database
  readonly clock: Clock
  readonly accounts: Accounts
  readonly quotaLimits: QuotaLimits
  readonly people: People
  readonly changePerson: ChangePerson
  readonly changeAccount: Pick<OperatorAccounts, 'openMoveIn' | 'endMoveIn'>
  readonly links: Links
  readonly audit: Audit
}

/** Accounts and people of the hub. */
export function bindPeopleOfHub(http: Http, options: PeopleRoutes): void {
  bindAccounts(http, options)
  bindMoveIns(http, options)
  bindPersons(http, options)
}

function bindAccounts(http: Http, options: PeopleRoutes): void {
  const { database, clock, accounts, quotaLimits, links, audit } = options
  const toItem = ({ id, name, createdAt, usage, moveIn }: AccountFigures): AccountItem => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    usage,
    quotas: quotaLimits,
    ...(moveIn && isOpen(moveIn, clock.now()) ? { moveIn } : {}),
  })
  route(http, listAccounts, async ({ query: { query: q }, page: { limit, after, wantsTotal } }) => {
    const { data, next } = await accounts.listPage({ q, limit, after })
    return { page: { data: data.map(toItem), next, total: wantsTotal ? await accounts.count(q) : undefined } }
  })
  route(http, createAccount, async ({ principal, body: { name } }) => {
    const account = await database.transaction(async (trx) => {
      const made = await accounts.createAccountIn(trx, name)
      const event = { type: 'account.created', actor: actorOf(principal), data: { account: made.id } } as const
      await audit.recordForHub(trx, event)
      return made
    })
    return { body: toItem({ ...account, usage: noUsage }) }
  })
  route(http, inviteToAccount, async ({ principal, params: { accountId }, body: { email, role } }) => {
    const expiresAt = new Date(clock.now() + links.lives.invitationMs).toISOString()
    const made = await links.invite({ accountId, email, role }, actorOf(principal))
    if (!made) throw new AppError('account_not_found')
    return { body: { accountId, ...made, expiresAt } }
  })
}

function bindMoveIns(http: Http, { changeAccount }: PeopleRoutes): void {
  route(http, openMoveIn, async ({ principal, params: { accountId }, body }) => {
    if (!(await changeAccount.openMoveIn(accountId, body, actorOf(principal)))) throw new AppError('account_not_found')
    return { body: undefined }
  })
  route(http, endMoveIn, async ({ principal, params: { accountId } }) => {
    const wasOpen = await changeAccount.endMoveIn(accountId, actorOf(principal))
    if (wasOpen === undefined) throw new AppError('account_not_found')
    return { body: undefined }
  })
}

function bindPersons(http: Http, { clock, accounts, people, changePerson, links }: PeopleRoutes): void {
  route(http, listPeople, async ({ query: { query: q, kind }, page: { limit, after, wantsTotal } }) => {
    const { data, next } = await people.listPage({ q, kind, limit, after })
    const ids = data.flatMap(({ memberships }) => memberships.map(({ accountId }) => accountId))
    const names = await accounts.findNames([...new Set(ids)])
    const total = wantsTotal ? await people.count({ q, kind }) : undefined
    return { page: { data: data.map((person) => toPersonItem(person, names)), next, total } }
  })
  route(http, setOperator, async ({ principal, params: { userId }, body: { isOperator } }) => {
    await changePerson.setOperator(userId, isOperator, actorOf(principal))
    return { body: undefined }
  })
  route(http, getPersonAccess, async ({ params: { userId } }) => {
    const found = (await changePerson.listAccess(userId)).filter(({ accountId: _account, ...kinds }) =>
      Object.values(kinds).some((made) => made.length > 0),
    )
    const names = await accounts.findNames(found.map(({ accountId }) => accountId))
    return { body: { data: found.map((one) => ({ ...one, accountName: names.get(one.accountId) ?? '' })) } }
  })
  route(http, disablePerson, async ({ principal, params: { userId }, query: { access } }) => {
    await changePerson.disable(userId, actorOf(principal), access)
    return { body: undefined }
  })
  route(http, enablePerson, async ({ principal, params: { userId } }) => {
    await changePerson.enable(userId, actorOf(principal))
    return { body: undefined }
  })
  route(http, setAddress, async ({ principal, params: { userId }, body: { email } }) => {
    await changePerson.setAddress(userId, email, actorOf(principal))
    return { body: undefined }
  })
  route(http, makeSignInLink, async ({ principal, params: { userId } }) => {
    if (!(await people.find(userId))) throw new AppError('user_not_found')
    const expiresAt = new Date(clock.now() + links.lives.userLinkMs).toISOString()
    const made = await links.makeSignInLink(userId, actorOf(principal))
    if (!made) throw new AppError('state_conflict', { detail: 'This person is blocked. Unblock the person first.' })
    return { body: { accountId: null, ...made, expiresAt } }
  })
}

const toPersonItem = (person: Person, names: ReadonlyMap<string, string>): PersonItem => ({
  id: person.id,
  name: person.name,
  email: person.email,
  emailProvenBy: person.emailProvenBy,
  pendingEmail: person.pendingEmail,
  isOperator: person.isOperator,
  hasPassword: person.hasPassword,
  passkeys: person.passkeys,
  hasIdentity: person.hasIdentity,
  createdAt: person.createdAt.toISOString(),
  disabledAt: person.disabledAt?.toISOString() ?? null,
  memberships: person.memberships.map(({ accountId, role }) => ({
    accountId,
    accountName: names.get(accountId) ?? '',
    role,
  })),
})
