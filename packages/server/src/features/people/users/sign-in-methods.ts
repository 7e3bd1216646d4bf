import { AppError } from '@spindle/contract'
import type { SignInSettings, WayIn } from '../../../config/sign-in.ts'
import type { UserRow } from './user-queries.ts'

/** The available sign-in methods, and those that a person has. */

export type PersonalWays = Pick<UserRow, 'passkeys' | 'passwordPhc' | 'issuers'>

/** The usable ones: methods that the operator disabled are kept, but do not work. */
export function waysOf(person: PersonalWays, { ways, provider }: SignInSettings): WayIn[] {
  const own: Readonly<Record<WayIn, boolean>> = {
    passkey: person.passkeys > 0,
    password: person.passwordPhc !== null,
    outside: hasIdentity(person, { provider }),
  }
  return (['passkey', 'password', 'outside'] as const).filter((way) => own[way] && ways.includes(way))
}

/** At the configured provider. */
export const hasIdentity = (
  { issuers }: Pick<UserRow, 'issuers'>,
  { provider }: Pick<SignInSettings, 'provider'>,
): boolean => provider !== undefined && issuers.includes(provider.issuer)

/** Under a lock of the person. Throws `state_conflict`. */
export function requireAnotherWay(person: PersonalWays | undefined, settings: SignInSettings): void {
  if (person && waysOf(person, settings).length > 0) return
  throw new AppError('state_conflict', {
    detail: 'This is your only sign-in method. Add another one first: a passkey, a password or the external provider.',
  })
}

/** Throws `state_conflict`. */
export function requireWay({ ways }: Pick<SignInSettings, 'ways'>, way: WayIn): void {
  if (!ways.includes(way)) throw wayIsOff(way)
}

export const wayIsOff = (way: WayIn): AppError =>
  new AppError('state_conflict', { detail: `This hub does not accept ${names[way]}. Sign in another way.` })

const names: Readonly<Record<WayIn, string>> = {
  password: 'passwords',
  passkey: 'passkeys',
  outside: 'sign-in with an external provider',
}
