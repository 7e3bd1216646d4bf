import type { AllowRule } from '../../../config/sign-in.ts'

/** The person that the provider stated. Pure functions of its claims. */

/** Claims of one source: the ID token, or the answer of the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>

export interface StatedPerson {
  readonly subject: string
  /** Only when the same source states that it is verified. */
  readonly verifiedMail: string | undefined
  /** Shown only to the person; no decision depends on it. */
  readonly label: string | null
}

/** The ID token comes first: if both have a claim, it counts. */
export function readStatedPerson(subject: string, sources: readonly Claims[]): StatedPerson {
  const verifiedMail = sources.map(verifiedMailOf).find((mail) => mail !== undefined)
  const names = ['email', 'preferred_username', 'name'].flatMap((claim) => sources.map((source) => source[claim]))
  return { subject, verifiedMail, label: verifiedMail ?? names.map(toLine).find((line) => line !== null) ?? null }
}

/** Some providers write the boolean as text. */
const verifiedMailOf = ({ email, email_verified: verified }: Claims): string | undefined =>
  typeof email === 'string' && (verified === true || verified === 'true') && mailPattern.test(email) ? email : undefined

const mailPattern = /^(?=.{3,254}$)[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u

function toLine(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  return line === '' ? null : Array.from(line).slice(0, 200).join('')
}

/** Without rules, every person with an identity or a link is allowed. */
export function isAllowed(
  rules: readonly AllowRule[],
  { verifiedMail }: Pick<StatedPerson, 'verifiedMail'>,
  sources: readonly Claims[],
): boolean {
  const domain = verifiedMail?.split('@').at(-1)?.toLowerCase()
  return (
    rules.length === 0 ||
    rules.some((rule) =>
      rule.kind === 'domain'
        ? rule.domain === domain
        : sources.some((source) => hasValue(source[rule.claim], rule.value)),
    )
  )
}

const hasValue = (claim: unknown, value: string): boolean =>
  Array.isArray(claim)
    ? claim.some((one) => hasValue(one, value))
    : ['string', 'number', 'boolean'].includes(typeof claim) && String(claim) === value
