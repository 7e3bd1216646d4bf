import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { Credentials, SessionPrincipal, UserPrincipal } from '../../http/principal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Keys } from '../../platform/secrets/encryption.ts'
import type { AccountId, Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { Accounts } from '../accounts/index.ts'
import type { LiveFeature } from '../live/index.ts'
import type { Mail } from '../mail/index.ts'
import { type Audit, auditTrail } from './audit/audit.ts'
import { listAudit } from './audit/read-audit.ts'
import { identityKeeper } from './identities/keep-identity.ts'
import { type AccessByMaker, madeAccess, type ProgramsOfPeople } from './membership/access-by-maker.ts'
import { accountChanges } from './membership/account-changes.ts'
import { findActiveMember, findMember } from './membership/find-member.ts'
import { invitationService } from './membership/invitations.ts'
import { type Links, linkService } from './membership/links.ts'
import { type AccountOfPerson, listAccountsOf } from './membership/list-accounts-of.ts'
import { memberService } from './membership/members.ts'
import { type OperatorAccounts, operatorAccounts } from './membership/operator-accounts.ts'
import { type OperatorClients, operatorClients } from './membership/operator-clients.ts'
import { outsideSignInParts } from './outside/index.ts'
import { passkeyService } from './passkeys/passkeys.ts'
import { findRelyingParty } from './passkeys/webauthn.ts'
import { passwordHashes } from './password/password-hash.ts'
import { type ChangePerson, personChanger } from './profile/change-person.ts'
import { describeSession } from './profile/describe-session.ts'
import { type People, peopleService } from './profile/people.ts'
import { profileService } from './profile/profile.ts'
import { addressProver } from './profile/prove-address.ts'
import { personTeller, type TellPerson } from './profile/tell-person.ts'
import { pruneSessions } from './prune-sessions.ts'
import { bindPeople } from './routes.ts'
import { listLiveSessions } from './sessions/session-queries.ts'
import { actorOf, sessionService } from './sessions/sessions.ts'
import { enrolmentService } from './sign-in/enrolment.ts'
import { failedAttempts } from './sign-in/failed-attempts.ts'
import { knownBrowsers } from './sign-in/known-browsers.ts'
import { newcomerService } from './sign-in/newcomers.ts'
import { signInService } from './sign-in/sign-in.ts'

export { type Audit, type AuditActor, type AuditEvent, auditTrail, hubActor, operatorActor } from './audit/audit.ts'
export type { AuditEntry, AuditFilters } from './audit/audit-queries.ts'
export type { AccessByMaker } from './membership/access-by-maker.ts'
export type { Links } from './membership/links.ts'
export { membersOfText } from './membership/member-queries.ts'
export type { OperatorAccounts } from './membership/operator-accounts.ts'
export { checkOutsideProvider } from './outside/check-provider.ts'
export type { ChangePerson } from './profile/change-person.ts'
export type { People, Person } from './profile/people.ts'
export { actorOf } from './sessions/sessions.ts'
export { isProvenToOperator } from './users/addresses.ts'

/** People: who may sign in, by which method, with which role in which account, and their sessions. */
export interface PeopleFeature
  extends Feature,
    Pick<Credentials, 'findSession' | 'findMember' | 'findPersonOfBrowser' | 'listLiveSessions'> {
  readonly service: People
  readonly links: Links
  readonly audit: Audit
  /** The audit of an account, newest first. */
  readonly listAudit: typeof listAudit
  /** A person for whom a program acts; undefined once the person is disabled or left the account. */
  findActiveMember(userId: string, accountId: AccountId): Promise<UserPrincipal | undefined>
  listAccountsOf(userId: string): Promise<AccountOfPerson[]>
  readonly change: ChangePerson
  /** Tells a person by mail what was done in their name. */
  readonly tell: TellPerson
  readonly clients: OperatorClients
  readonly changeAccount: OperatorAccounts
}

export interface PeopleFeatureOptions {
  readonly config: Pick<Config, 'publicUrl' | 'signIn'>
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly accounts: Accounts
  readonly audit: Audit
  readonly live: Pick<LiveFeature, 'findLastEventId'>
  /** What people made that works without them, and the programs that act for them. */
  readonly keys: { readonly byMaker: AccessByMaker }
  readonly webhooks: { readonly byMaker: AccessByMaker }
  readonly nativeClients: { readonly byMaker: AccessByMaker }
  readonly connections: ProgramsOfPeople
  readonly mail: Mail
  readonly log: Log
  readonly secrets: Keys
  /** The time limit for each answer of the outside provider. */
  readonly outsideProviderTimeoutMs?: number | undefined
}

function peopleFeature({ config, keys, webhooks, connections, ...options }: PeopleFeatureOptions): PeopleFeature {
  const { database, clock, accounts, live, nativeClients } = options
  const { publicUrl, signIn } = config
  const byMaker = { keys: keys.byMaker, webhooks: webhooks.byMaker, nativeClients: nativeClients.byMaker }
  const rest = { ...options, ...byMaker, programs: connections, signIn }
  const passwords = passwordHashes()
  const sessions = sessionService(rest)
  const keep = identityKeeper(rest)
  const proveAddress = addressProver(rest)
  const made = madeAccess({ ...rest, clients: accounts.clientsByMaker })
  const shared = {
    ...rest,
    passwords,
    sessions,
    keep,
    proveAddress,
    made,
    tell: personTeller(options.mail),
    publicUrl,
    hubName: new URL(publicUrl).hostname,
  }
  const invitations = invitationService({ ...rest, publicUrl })
  const links = linkService({ ...shared, invitations })
  const service = peopleService(shared)
  const changes = accountChanges(rest)
  const passkeys = passkeyService({ ...shared, relyingParty: findRelyingParty(publicUrl) })
  const enrolment = enrolmentService({ ...shared, newcomers: newcomerService({ ...shared, passkeys }) })
  const browsers = knownBrowsers({ publicUrl, secrets: options.secrets })
  const parts = {
    people: service,
    browsers,
    links,
    members: memberService(shared),
    invitations,
    accountChanges: changes,
    profiles: profileService(rest),
    sessions,
    signIn: signInService({ ...shared, attempts: failedAttempts(clock), browsers }),
    enrolment,
    passkeys,
    outside: outsideSignInParts({ ...shared, config, enrolment, timeoutMs: options.outsideProviderTimeoutMs }),
    describe: (sessionId: string) =>
      describeSession(database.system, { accounts, signIn, live }, { sessionId, nowMs: clock.now() }),
    endOthers: (person: SessionPrincipal) =>
      database.transaction((trx) =>
        sessions.endOthers(trx, { user: person, actor: actorOf(person) }, person.sessionId),
      ),
  }
  return {
    service,
    links,
    audit: rest.audit,
    listAudit,
    findActiveMember: (userId, accountId) => findActiveMember(database, userId, accountId),
    listAccountsOf: (userId) => listAccountsOf(database.system, accounts, userId),
    change: personChanger(shared),
    tell: shared.tell,
    clients: operatorClients({ ...rest, changes }),
    changeAccount: operatorAccounts({ ...rest, changes }),
    findSession: sessions.find,
    listLiveSessions: async (rights) =>
      rights.length === 0 ? [] : listLiveSessions(database.system, rights, new Date(clock.now())),
    findMember: (session, accountId) => findMember(database, session, accountId),
    findPersonOfBrowser: browsers.findLastPerson,
    jobs: [pruneSessions({ database, clock })],
    bind: (http) => bindPeople(http, parts),
  }
}

export const audit = defineFeature({ name: 'audit', needs: ['ids', 'clock'], make: auditTrail })

export const people = defineFeature({
  name: 'people',
  needs: [
    'config',
    'database',
    'ids',
    'clock',
    'accounts',
    'audit',
    'live',
    'mail',
    'keys',
    'webhooks',
    'nativeClients',
    'connections',
    'log',
    'secrets',
    'outsideProviderTimeoutMs',
  ],
  make: peopleFeature,
})
