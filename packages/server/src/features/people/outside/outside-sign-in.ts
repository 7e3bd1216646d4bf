import { AppError } from '@spindle/contract'
import type { ProviderSettings } from '../../../config/sign-in.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { findIdentity, setIdentityUsed } from '../identities/identity-queries.ts'
import type { ProvenIdentity } from '../identities/keep-identity.ts'
import { linkDigest } from '../opaque-token.ts'
import type { ProveAddress } from '../profile/prove-address.ts'
import type { BegunSession, Sessions, Visitor } from '../sessions/sessions.ts'
import type { Enrolment } from '../sign-in/enrolment.ts'
import { isSameAddress } from '../users/addresses.ts'
import { findInvitation, findUserLink, type InvitationRow } from '../users/link-queries.ts'
import { findUser, type UserRow } from '../users/user-queries.ts'
import { refuse } from './provider-failures.ts'
import type { CameBack, Left, OutsideDesk, Presented } from './requests.ts'
import type { StatedPerson } from './stated-person.ts'

/**
 * Sign-in at the outside provider. A person is identified by the connected identity, never by an email address. With a
 * link an unknown identity becomes a new person; if a person with its address exists, that person signs in and accepts.
 */
export interface OutsideSignIn {
  /** Throws `link_invalid`, `provider_unavailable`. */
  begin(wish: WishedSignIn): Promise<Left>
  /** Throws `outside_sign_in_refused`, `identity_unknown`, `link_invalid`, `mail_taken`, `provider_unavailable`. */
  finish(presented: Presented, visitor: Visitor): Promise<BegunSession>
}

export interface WishedSignIn {
  readonly asksAgain?: boolean | undefined
  readonly link?: FirstSignIn | undefined
}

/** A new person with a setup link or an invitation. */
export interface FirstSignIn {
  readonly token: string
  readonly name: string
  readonly accountName?: string | undefined
}

export interface OutsideSignInOptions {
  readonly database: Database
  readonly clock: Clock
  /** Throws `state_conflict` without a provider. */
  readonly desk: () => OutsideDesk
  readonly sessions: Sessions
  readonly enrolment: Enrolment
  readonly proveAddress: Pick<ProveAddress, 'byProvider'>
}

export function outsideSignIn(options: OutsideSignInOptions): OutsideSignIn {
  const { database, clock, desk, sessions, proveAddress } = options
  return {
    async begin({ link: first, asksAgain = false }) {
      const { requests } = desk()
      if (!first) return requests.leave({ errand: 'sign_in', asksAgain })
      const linkSha256 = linkDigest(first.token)
      await requireLink(options, linkSha256)
      const { name, accountName = null } = first
      return requests.leave({ errand: 'enrol', linkSha256, name: name.trim(), accountName, asksAgain })
    },
    async finish(presented, visitor) {
      const { settings, requests } = desk()
      const cameBack = await requests.comeBack(presented, { errands: ['sign_in', 'enrol'] })
      if (cameBack.request.errand === 'enrol') return enrol(options, settings, { ...cameBack, visitor })
      const { person } = cameBack
      const identity = await findIdentity(database.system, { issuer: settings.issuer, subject: person.subject })
      const user = identity && (await findUser(database.system, identity.userId))
      if (!user || user.disabledAt) throw unknown(settings, person)
      return database.transaction(async (trx) => {
        await setIdentityUsed(trx, { id: identity.id, label: person.label, now: new Date(clock.now()) })
        await proveAddress.byProvider(trx, user, person.verifiedMail)
        return sessions.begin(trx, { user, way: 'outside', visitor })
      })
    },
  }
}

/** The purpose of the link; read again with the answer, because it may have been used meanwhile. */
async function requireLink(
  { database, clock }: OutsideSignInOptions,
  linkSha256: Buffer,
): Promise<'setup' | InvitationRow> {
  const now = new Date(clock.now())
  if ((await findUserLink(database.system, linkSha256, now))?.kind === 'setup') return 'setup'
  const invitation = await findInvitation(database.system, linkSha256, now)
  if (!invitation) throw new AppError('link_invalid')
  return invitation
}

async function enrol(
  options: OutsideSignInOptions,
  settings: ProviderSettings,
  { request, person, visitor }: CameBack & { readonly visitor: Visitor },
): Promise<BegunSession> {
  const { database, enrolment } = options
  const { linkSha256, name, accountName } = request
  if (linkSha256 === null || name === null) throw new AppError('link_invalid')
  const link = await requireLink(options, linkSha256)
  const { subject, label, verifiedMail } = person
  const identity: ProvenIdentity = { issuer: settings.issuer, subject, label }
  if (link === 'setup')
    return enrolment.setUp(
      {
        linkSha256,
        name,
        email: requireVerifiedMail(settings, person),
        accountName: accountName ?? undefined,
        identity,
      },
      visitor,
    )
  const known = await findIdentity(database.system, identity)
  const user = known && (await findUser(database.system, known.userId))
  if (user) return enrolment.enter(requireActive(user, settings, person), { linkSha256, verifiedMail }, visitor)
  requireMailOf(link, settings, person)
  return enrolment.signUp({ linkSha256, name, identity }, visitor)
}

function requireVerifiedMail({ name }: ProviderSettings, { verifiedMail }: StatedPerson): string {
  if (verifiedMail !== undefined) return verifiedMail
  throw refuse(
    `Your email address is not verified at ${name}. Verify it there and start again. Or sign in another way and connect ${name} later.`,
  )
}

/** A person who has another person's invitation cannot use it with their own identity. */
function requireMailOf({ email }: InvitationRow, settings: ProviderSettings, person: StatedPerson): void {
  const verifiedMail = requireVerifiedMail(settings, person)
  if (isSameAddress(verifiedMail, email)) return
  throw refuse(
    `This invitation is for ${email}, but your address at ${settings.name} is ${verifiedMail}. Sign in there as ${email}, or sign in another way.`,
  )
}

function requireActive(user: UserRow, settings: ProviderSettings, person: StatedPerson): UserRow {
  if (user.disabledAt) throw unknown(settings, person)
  return user
}

/** The same error for an unknown person and for a disabled one. */
const unknown = ({ name }: ProviderSettings, { label }: StatedPerson): AppError =>
  new AppError('identity_unknown', {
    detail: `${name} knows you${label === null ? '' : ` as ${label}`}, but no user of this hub is connected with that account. Ask for an invitation. Or sign in another way and connect ${name} on the You page.`,
  })
