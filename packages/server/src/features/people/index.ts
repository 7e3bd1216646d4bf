import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { Credentials } from '../../http/principal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Accounts } from '../accounts/index.ts'
import { auditTrail } from './audit/audit.ts'
import { type Links, linkService } from './links/links.ts'
import { findMember } from './members/find-member.ts'
import { passkeyService } from './passkeys/passkeys.ts'
import { findRelyingParty } from './passkeys/webauthn.ts'
import { passwordHashes } from './password/password-hash.ts'
import { pruneSessions } from './prune-sessions.ts'
import { bindPeople } from './routes.ts'
import { describeSession } from './sessions/describe-session.ts'
import { sessionService } from './sessions/sessions.ts'
import { enrolmentService } from './sign-in/enrolment.ts'
import { failedAttempts } from './sign-in/failed-attempts.ts'
import { signInService } from './sign-in/sign-in.ts'
import { type People, peopleService } from './users/people.ts'

/** People: who may come in, by which way, what they are in which account, and their sessions. */
export interface PeopleFeature extends Feature, Pick<Credentials, 'findSession' | 'findMember'> {
  readonly service: People
  readonly links: Links
}

export interface PeopleFeatureOptions {
  readonly config: Pick<Config, 'publicUrl'>
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly accounts: Accounts
}

export function peopleFeature({ config, ...rest }: PeopleFeatureOptions): PeopleFeature {
  const { database, clock, accounts } = rest
  const { publicUrl } = config
  const audit = auditTrail(rest)
  const passwords = passwordHashes()
  const sessions = sessionService({ ...rest, audit })
  const shared = { ...rest, audit, passwords, sessions, hubName: new URL(publicUrl).hostname }
  const links = linkService({ ...shared, publicUrl })
  const service = peopleService(shared)
  const parts = {
    people: service,
    links,
    sessions,
    signIn: signInService({ ...shared, attempts: failedAttempts(clock) }),
    enrolment: enrolmentService(shared),
    passkeys: passkeyService({ ...shared, relyingParty: findRelyingParty(publicUrl) }),
    describe: (sessionId: string) => describeSession(database.system, accounts, { sessionId, nowMs: clock.now() }),
    endOthers: ({ id, sessionId }: { readonly id: string; readonly sessionId: string }) =>
      database.transaction((trx) => sessions.endOthers(trx, id, sessionId)),
  }
  return {
    service,
    links,
    findSession: sessions.find,
    findMember: (session, accountId) => findMember(database, session, accountId),
    jobs: [pruneSessions({ database, clock })],
    bind: (http) => bindPeople(http, parts),
  }
}
