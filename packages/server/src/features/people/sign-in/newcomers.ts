import { AppError } from '@spindle/contract'
import type { SignInSettings } from '../../../config/sign-in.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/database/sql.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { KeepIdentity, ProvenIdentity } from '../identities/keep-identity.ts'
import type { Presented } from '../passkeys/challenges.ts'
import type { LabelledPasskey, Passkeys } from '../passkeys/passkeys.ts'
import type { PasswordHashes } from '../password/password-hash.ts'
import { requireGoodPassword } from '../password/password-rules.ts'
import { mailTaken, refusingTakenMail } from '../users/refuse-taken-mail.ts'
import { requireWay } from '../users/sign-in-methods.ts'
import { findUserByMail, insertUser, type UserRow } from '../users/user-queries.ts'

/** Creates a person with a sign-in method: no person is created who could not sign in again. */
export interface Newcomers {
  /** Throws `mail_taken` and `state_conflict`. */
  askForPasskey(person: Pick<UserRow, 'name' | 'email'>): Promise<object>
  /** Before the link is used, so that a refused sign-in method does not use it up. */
  prepare(person: NewPerson, ways: FirstWays): Promise<Newcomer>
  /** Throws `mail_taken`. */
  add(trx: Transaction, newcomer: Newcomer): Promise<void>
}

export type NewPerson = Pick<UserRow, 'name' | 'email' | 'emailProvenBy' | 'isOperator'>

/** At least one of them is present. */
export interface FirstWays {
  readonly password?: string | undefined
  readonly passkey?: { readonly label: string; readonly credential: Presented } | undefined
  readonly identity?: ProvenIdentity | undefined
}

interface Newcomer {
  readonly user: UserRow
  readonly passkey: LabelledPasskey | undefined
  readonly identity: ProvenIdentity | undefined
}

export interface NewcomersOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly passwords: PasswordHashes
  readonly passkeys: Passkeys
  readonly keep: KeepIdentity
  readonly hubName: string
  readonly signIn: SignInSettings
}

export function newcomerService(options: NewcomersOptions): Newcomers {
  const { database, ids, clock, passwords, passkeys, keep, hubName, signIn } = options
  return {
    async askForPasskey(person) {
      if (await findUserByMail(database.system, person.email)) throw mailTaken()
      return passkeys.askForFirst(person)
    },
    async prepare({ name, email, emailProvenBy, isOperator }, { password, passkey, identity }) {
      if (password === undefined && passkey === undefined && identity === undefined) throw noWayIn()
      if (password !== undefined) {
        requireWay(signIn, 'password')
        requireGoodPassword(password, { name, email, hubName })
      }
      const first = passkey && (await passkeys.checkFirst(passkey.credential))
      const user = {
        id: first?.userId ?? ids.make('usr'),
        name: name.trim(),
        email,
        emailProvenBy,
        pendingEmail: null,
        passwordPhc: password === undefined ? null : await passwords.hash(password),
        isOperator,
        createdAt: new Date(clock.now()),
        disabledAt: null,
        passkeys: 0,
        issuers: [],
      }
      return { user, identity, passkey: passkey && first && { label: passkey.label, made: first.made } }
    },
    async add(trx, { user, passkey, identity }) {
      await refusingTakenMail(() => insertUser(trx, user))
      if (passkey) await passkeys.keepFirst(trx, user, passkey)
      if (identity) await keep(trx, user, identity)
    },
  }
}

const noWayIn = (): AppError =>
  new AppError('validation_failed', {
    errors: [
      {
        pointer: '/password',
        code: 'required',
        detail: 'You need a password or a passkey to sign in again.',
        fix: 'Choose a password or create a passkey.',
      },
    ],
  })
