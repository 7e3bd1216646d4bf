import { AppError } from '@spindle/contract'
import type { PasskeyItem } from '@spindle/contract/console'
import type { SessionPrincipal } from '../../../http/principal.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isUniqueViolation } from '../../../platform/database/postgres-errors.ts'
import type { Database, Transaction } from '../../../platform/database/sql.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Audit } from '../audit/audit.ts'
import { makeToken, tokenDigest } from '../opaque-token.ts'
import { actorOf, type BegunSession, type Sessions, type Visitor } from '../sessions/sessions.ts'
import { findUser, lockUser, type UserRow } from '../users/store.ts'
import {
  type ChallengeRow,
  credentialIndex,
  deletePasskeyRow,
  findPasskeyByCredential,
  insertChallenge,
  insertPasskey,
  listPasskeyRows,
  type PasskeyRow,
  setLabel,
  setUsed,
  useChallenge,
} from './store.ts'
import {
  findChallenge,
  makeCreationOptions,
  makeRequestOptions,
  type RelyingParty,
  refused,
  verifyNewPasskey,
  verifyUse,
} from './webauthn.ts'

/**
 * Passkeys of people. Every question is asked by the hub, kept as a digest and answered once; what answers it decides
 * nothing about origin or host, which follow from the public address.
 */
export interface Passkeys {
  /** Each `ask...` throws `state_conflict` where this hub can have no passkeys. */
  askForSignIn(): Promise<object>
  /** Throws `passkey_refused`. */
  signIn(credential: Presented, visitor: Visitor): Promise<BegunSession>
  askForConfirmation(session: SessionPrincipal): Promise<object>
  confirm(session: SessionPrincipal, credential: Presented): Promise<BegunSession>
  askForNew(session: SessionPrincipal): Promise<object>
  add(session: SessionPrincipal, label: string, credential: Presented): Promise<PasskeyItem>
  list(userId: string): Promise<PasskeyItem[]>
  /** Throws `passkey_not_found`. */
  rename(userId: string, id: string, label: string): Promise<PasskeyItem>
  /** Throws `state_conflict` for the last way in. */
  delete(session: SessionPrincipal, id: string): Promise<void>
}

/** What a browser answers, checked as far as the schema goes. */
export interface Presented {
  readonly id: string
  readonly response: { readonly clientDataJSON: string; readonly userHandle?: string | null | undefined }
}

export interface PasskeysOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly audit: Audit
  readonly sessions: Sessions
  readonly relyingParty: RelyingParty | undefined
}

const challengeMs = 5 * 60_000

export function passkeyService(options: PasskeysOptions): Passkeys {
  const { database, clock, sessions } = options
  const party = (): RelyingParty => requireParty(options.relyingParty)
  const ask = async (kind: ChallengeRow['kind'], userId: string | null): Promise<string> => {
    const challenge = makeToken()
    const expiresAt = new Date(clock.now() + challengeMs)
    await insertChallenge(database.system, { sha256: tokenDigest(challenge), kind, userId, expiresAt })
    return challenge
  }
  const answered = async (kind: ChallengeRow['kind'], userId: string | null, presented: Presented): Promise<string> => {
    const challenge = findChallenge(presented.response.clientDataJSON)
    const asked = challenge !== undefined && {
      sha256: tokenDigest(challenge),
      kind,
      userId,
      now: new Date(clock.now()),
    }
    if (!asked || !(await useChallenge(database.system, asked))) throw refused()
    return challenge as string
  }
  /** The passkey and its person, once the proof holds. */
  const check = async (presented: Presented, challenge: string) => {
    const passkey = await findPasskeyByCredential(database.system, presented.id)
    const user = passkey && (await findUser(database.system, passkey.userId))
    if (!passkey || !user || user.disabledAt || !isHandleOf(user, presented)) throw refused()
    const use = await verifyUse(party(), { credential: presented, challenge }, passkey)
    const note = (trx: Transaction) => setUsed(trx, { id: passkey.id, ...use, now: new Date(clock.now()) })
    return { user, note }
  }
  return {
    async askForSignIn() {
      const relyingParty = party()
      return makeRequestOptions(relyingParty, { challenge: await ask('sign_in', null), known: [] })
    },
    async signIn(presented, visitor) {
      const { user, note } = await check(presented, await answered('sign_in', null, presented))
      return database.transaction(async (trx) => {
        await note(trx)
        return sessions.begin(trx, { user, way: 'passkey', visitor })
      })
    },
    async askForConfirmation({ id }) {
      const relyingParty = party()
      const known = await listPasskeyRows(database.system, id)
      if (known.length === 0) throw new AppError('state_conflict', { detail: 'You have no passkey yet.' })
      return makeRequestOptions(relyingParty, { challenge: await ask('confirm', id), known })
    },
    async confirm(session, presented) {
      const { user, note } = await check(presented, await answered('confirm', session.id, presented))
      if (user.id !== session.id) throw refused()
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
      return makeCreationOptions(relyingParty, { challenge: await ask('add', id), user, known })
    },
    async add({ id }, label, presented) {
      const challenge = await answered('add', id, presented)
      return keepPasskey(options, { userId: id, label, made: await verifyNewPasskey(party(), presented, challenge) })
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

/** The person whom the authenticator names must be the one who owns the passkey (WebAuthn section 7.2 step 6). */
const isHandleOf = ({ id }: UserRow, { response }: Presented): boolean =>
  Buffer.from(response.userHandle ?? '', 'base64url').toString() === id

function requireParty(party: RelyingParty | undefined): RelyingParty {
  if (party) return party
  throw new AppError('state_conflict', {
    detail:
      'Browsers offer passkeys at https addresses with a name only, and at localhost. Sign in with a password, or let the operator set SPINDLE_PUBLIC_URL to such an address.',
  })
}

interface NewPasskey {
  readonly userId: PasskeyRow['userId']
  readonly label: string
  readonly made: Awaited<ReturnType<typeof verifyNewPasskey>>
}

async function keepPasskey(
  { database, ids, clock, audit }: PasskeysOptions,
  { userId, label, made }: NewPasskey,
): Promise<PasskeyItem> {
  const row = { id: ids.make('pky'), userId, label: label.trim(), createdAt: new Date(clock.now()), ...made }
  try {
    await database.transaction(async (trx) => {
      const user = await lockUser(trx, userId)
      if (!user) throw new AppError('signed_out')
      await insertPasskey(trx, row)
      await audit.recordForHub(trx, { type: 'passkey.added', actor: actorOf(user), data: { passkey: row.id } })
    })
  } catch (error) {
    if (!isUniqueViolation(error, credentialIndex)) throw error
    throw new AppError('state_conflict', { detail: 'This passkey is kept here already.' })
  }
  return toItem({ ...row, lastUsedAt: null })
}

/** Under a lock of the person, so that two requests cannot take away the last two ways in. */
const forgetPasskey = ({ database, audit }: PasskeysOptions, userId: string, id: string): Promise<void> =>
  database.transaction(async (trx) => {
    const user = await lockUser(trx, userId)
    if (!user || !(await deletePasskeyRow(trx, userId, id))) throw new AppError('passkey_not_found')
    if (user.passwordPhc === null && (await listPasskeyRows(trx, userId)).length === 0)
      throw new AppError('state_conflict', {
        detail: 'This passkey is your only way to sign in. Add another one or set a password first.',
      })
    await audit.recordForHub(trx, { type: 'passkey.deleted', actor: actorOf(user), data: { passkey: id } })
  })

const toItem = ({ id, label, isBackedUp, createdAt, lastUsedAt }: PasskeyRow): PasskeyItem => ({
  id,
  label,
  isBackedUp,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
