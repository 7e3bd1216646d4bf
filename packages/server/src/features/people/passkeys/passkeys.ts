import { AppError } from '@spindle/contract'
import type { PasskeyItem } from '@spindle/contract/console'
import type { SignInSettings } from '../../../config/sign-in.ts'
import type { SessionPrincipal } from '../../../http/principal.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isUniqueViolation } from '../../../platform/database/postgres-errors.ts'
import type { Database, Transaction } from '../../../platform/database/sql.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { Audit } from '../audit/audit.ts'
import { actorOf, type BegunSession, type Sessions, type Visitor } from '../sessions/sessions.ts'
import { requireAnotherWay, requireWay } from '../users/sign-in-methods.ts'
import { findUser, lockUser, type UserRow } from '../users/user-queries.ts'
import { type Presented, passkeyChallenges } from './challenges.ts'
import {
  credentialIndex,
  deletePasskeyRow,
  findPasskeyByCredential,
  insertPasskey,
  listPasskeyRows,
  type PasskeyRow,
  setLabel,
  setUsed,
} from './passkey-queries.ts'
import {
  makeCreationOptions,
  makeRequestOptions,
  type RelyingParty,
  refused,
  type VerifiedPasskey,
  verifyNewPasskey,
  verifyUse,
} from './webauthn.ts'

/**
 * Passkeys of people. The answer to a challenge does not affect origin or host: they follow from the public address.
 */
export interface Passkeys {
  /** Each `ask...` throws `state_conflict` if this hub cannot have passkeys. */
  askForSignIn(): Promise<object>
  /** Throws `passkey_refused`. */
  signIn(credential: Presented, visitor: Visitor): Promise<BegunSession>
  askForConfirmation(session: SessionPrincipal): Promise<object>
  confirm(session: SessionPrincipal, credential: Presented): Promise<BegunSession>
  askForNew(session: SessionPrincipal): Promise<object>
  /** For someone who is not a user of the hub yet. */
  askForFirst(person: Pick<UserRow, 'name' | 'email'>): Promise<object>
  /** The passkey, and the id that its owner will have. Throws `passkey_refused`. */
  checkFirst(credential: Presented): Promise<FirstPasskey>
  /** Stores it for the person, who was created in this transaction. */
  keepFirst(trx: Transaction, user: UserRow, passkey: LabelledPasskey): Promise<void>
  add(session: SessionPrincipal, label: string, credential: Presented): Promise<PasskeyItem>
  list(userId: string): Promise<PasskeyItem[]>
  /** Throws `passkey_not_found`. */
  rename(userId: string, id: string, label: string): Promise<PasskeyItem>
  /** Throws `state_conflict` for the last sign-in method. */
  delete(session: SessionPrincipal, id: string): Promise<void>
}

export interface PasskeysOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly audit: Audit
  readonly sessions: Sessions
  readonly relyingParty: RelyingParty | undefined
  readonly signIn: SignInSettings
}

export interface FirstPasskey {
  readonly userId: UserRow['id']
  readonly made: VerifiedPasskey
}

export interface LabelledPasskey {
  readonly label: string
  readonly made: VerifiedPasskey
}

export function passkeyService(options: PasskeysOptions): Passkeys {
  const { database, ids, clock, sessions } = options
  const party = (): RelyingParty => requireParty(options)
  const { ask, answered } = passkeyChallenges(options)
  /** The passkey and its person, once the proof is verified; `askedFor` is the person if the hub knew who it is. */
  const check = async (presented: Presented, challenge: string, askedFor?: string) => {
    const passkey = await findPasskeyByCredential(database.system, presented.id)
    const user = passkey && (await findUser(database.system, passkey.userId))
    if (!passkey || !user || user.disabledAt || !isHandleOf(user, presented, askedFor)) throw refused()
    const use = await verifyUse(party(), { credential: presented, challenge }, passkey)
    const note = (trx: Transaction) => setUsed(trx, { id: passkey.id, ...use, now: new Date(clock.now()) })
    return { user, note }
  }
  return {
    async askForSignIn() {
      const relyingParty = party()
      return makeRequestOptions(relyingParty, { challenge: await ask({ kind: 'sign_in', userId: null }), known: [] })
    },
    async signIn(presented, visitor) {
      const { challenge } = await answered({ kind: 'sign_in', userId: null }, presented)
      const { user, note } = await check(presented, challenge)
      return database.transaction(async (trx) => {
        await note(trx)
        return sessions.begin(trx, { user, way: 'passkey', visitor })
      })
    },
    async askForConfirmation({ id }) {
      const relyingParty = party()
      const known = await listPasskeyRows(database.system, id)
      if (known.length === 0) throw new AppError('state_conflict', { detail: 'You have no passkey yet.' })
      return makeRequestOptions(relyingParty, { challenge: await ask({ kind: 'confirm', userId: id }), known })
    },
    async confirm(session, presented) {
      const { challenge } = await answered({ kind: 'confirm', userId: session.id }, presented)
      const { user, note } = await check(presented, challenge, session.id)
      return database.transaction(async (trx) => {
        await note(trx)
        return sessions.confirm(trx, user, session)
      })
    },
    async askForNew({ id }) {
      const relyingParty = party()
      const user = await findUser(database.system, id)
      if (!user) throw new AppError('signed_out')
      const known = await listPasskeyRows(database.system, id)
      return makeCreationOptions(relyingParty, { challenge: await ask({ kind: 'add', userId: id }), user, known })
    },
    async add({ id }, label, presented) {
      const { challenge } = await answered({ kind: 'add', userId: id }, presented)
      const made = await verifyNewPasskey(party(), presented, challenge)
      return database.transaction(async (trx) => {
        const user = await lockUser(trx, id)
        if (!user) throw new AppError('signed_out')
        return keepPasskey(options, trx, { user, label, made })
      })
    },
    async askForFirst(person) {
      const relyingParty = party()
      const id = ids.make('usr')
      const challenge = await ask({ kind: 'first', userId: null, newUser: id })
      return makeCreationOptions(relyingParty, { challenge, user: { id, ...person }, known: [] })
    },
    async checkFirst(presented) {
      const { challenge, newUser } = await answered({ kind: 'first', userId: null }, presented)
      if (newUser === null) throw refused()
      return { userId: newUser, made: await verifyNewPasskey(party(), presented, challenge) }
    },
    async keepFirst(trx, user, passkey) {
      await keepPasskey(options, trx, { user, ...passkey })
    },
    list: async (userId) => (await listPasskeyRows(database.system, userId)).map(toItem),
    async rename(userId, id, label) {
      const row = await setLabel(database.system, userId, id, label.trim())
      if (!row) throw new AppError('passkey_not_found')
      return toItem(row)
    },
    delete: (session, id) => forgetPasskey(options, session.id, id),
  }
}

/**
 * The person whom the authenticator names must own the passkey (WebAuthn section 7.2 step 6). If the hub asked for one
 * person, authenticators may leave it out.
 */
const isHandleOf = ({ id }: UserRow, { response }: Presented, askedFor = ''): boolean => {
  const named = response.userHandle ? Buffer.from(response.userHandle, 'base64url').toString() : askedFor
  return named === id && (askedFor === '' || askedFor === id)
}

function requireParty({ relyingParty, signIn }: PasskeysOptions): RelyingParty {
  requireWay(signIn, 'passkey')
  if (relyingParty) return relyingParty
  throw new AppError('state_conflict', {
    detail:
      'Passkeys work only at an https address with a host name, and at localhost. Sign in with a password, or ask the operator to set SPINDLE_PUBLIC_URL to such an address.',
  })
}

async function keepPasskey(
  { ids, clock, audit }: PasskeysOptions,
  trx: Transaction,
  { user, label, made }: LabelledPasskey & { readonly user: UserRow },
): Promise<PasskeyItem> {
  const createdAt = new Date(clock.now())
  const row = { id: ids.make('pky'), userId: user.id, label: label.trim(), createdAt, ...made }
  try {
    await insertPasskey(trx, row)
  } catch (error) {
    if (!isUniqueViolation(error, credentialIndex)) throw error
    throw new AppError('state_conflict', { detail: 'This passkey is already registered.' })
  }
  await audit.recordForHub(trx, { type: 'passkey.added', actor: actorOf(user), data: { passkey: row.id } })
  return toItem({ ...row, lastUsedAt: null })
}

/** Under a lock of the person, so that two requests cannot remove the last two sign-in methods. */
const forgetPasskey = ({ database, audit, signIn }: PasskeysOptions, userId: string, id: string): Promise<void> =>
  database.transaction(async (trx) => {
    const user = await lockUser(trx, userId)
    if (!user || !(await deletePasskeyRow(trx, userId, id))) throw new AppError('passkey_not_found')
    requireAnotherWay(await findUser(trx, userId), signIn)
    await audit.recordForHub(trx, { type: 'passkey.deleted', actor: actorOf(user), data: { passkey: id } })
  })

const toItem = ({ id, label, isBackedUp, createdAt, lastUsedAt }: PasskeyRow): PasskeyItem => ({
  id,
  label,
  isBackedUp,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
