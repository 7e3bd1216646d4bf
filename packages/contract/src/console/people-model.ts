import type { Static } from 'typebox'
import { Id, Nullable, OneOf, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** People as the console shows them: who they are, what they may do in an account, and how they sign in. */

/** What a person may do in an account. */
export const roles = ['owner', 'manager', 'viewer'] as const
/** One of `roles`. */
export type Role = (typeof roles)[number]

/** How a session began. */
export const signInWays = ['setup', 'password', 'passkey', 'link', 'invitation', 'outside'] as const
/** One of `signInWays`. */
export type SignInWay = (typeof signInWays)[number]

/**
 * Who confirmed that an email address belongs to a person: the setup, the outside provider, an operator, or an owner
 * who invited.
 */
export const addressProofs = ['setup', 'provider', 'operator', 'invitation'] as const
/** One of `addressProofs`. */
export type AddressProof = (typeof addressProofs)[number]

/** Compared without regard to case, shown as typed. */
export const MailAddress = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@\\u0000-\\u001F\\u007F-\\u009F]+@[^\\s@\\u0000-\\u001F\\u007F-\\u009F]+$',
  description: 'Email address',
  examples: ['mia@label.example'],
})

/** A name for people: no control characters, and more than blanks. */
export const DisplayName = (examples: readonly string[]) =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '^[^\\S\\u0000-\\u001F]*[^\\s\\u0000-\\u001F\\u007F-\\u009F][^\\u0000-\\u001F\\u007F-\\u009F]*$',
    examples: [...examples],
  })

/** 15 to 256 characters of any kind. What is too easy to guess is refused by the hub. */
export const NewPassword = Type.String({
  minLength: 15,
  maxLength: 256,
  description: 'At least 15 characters',
  examples: ['seven quiet harbour lights'],
})

/** A password as it is presented, right or wrong. */
export const PresentedPassword = Type.String({
  minLength: 1,
  maxLength: 1024,
  examples: ['seven quiet harbour lights'],
})

/** Beside a link in an answer. */
export const IsMailed = Type.Boolean({
  description: 'true if the hub also sends the link to the person by email',
})

/** The secret part of a link, which is after the `#` of its address. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200, description: 'The part of the link after #' })

/** Who signed in, with the person's roles. */
export const SessionView = Type.Object({
  user: Type.Object({
    id: Id('usr'),
    name: Type.String({ maxLength: 200 }),
    email: Type.String({ maxLength: 254 }),
    isEmailProven: Type.Boolean({ description: 'false if the address is not confirmed' }),
    pendingEmail: Nullable(
      Type.String({ maxLength: 254, description: 'The address that replaces `email` when it is confirmed' }),
    ),
    isOperator: Type.Boolean({ description: 'True if the person is an operator of the hub' }),
    hasPassword: Type.Boolean(),
    passkeys: Type.Integer({ minimum: 0, maximum: 1000 }),
    hasIdentity: Type.Boolean({ description: 'Connected with the external provider' }),
  }),
  session: Type.Object({
    id: Id('ses'),
    way: OneOf(signInWays),
    confirmedUntil: Nullable({
      ...Timestamp,
      description: 'Changes of keys, members and sign-in methods need no confirmation until then',
    }),
    expiresAt: Timestamp,
  }),
  memberships: Type.Array(
    Type.Object({ accountId: Id('acc'), accountName: Type.String({ maxLength: 200 }), role: OneOf(roles) }),
    { maxItems: 10_000 },
  ),
  hubVersion: Type.String({
    maxLength: 100,
    description: 'Version of the hub, with the commit that it was built from',
  }),
  lastEventId: Nullable(
    Type.String({
      maxLength: 2000,
      description: 'Position in the stream of changes. Use it as Last-Event-ID to get the changes after this response',
    }),
  ),
})
export type SessionView = Static<typeof SessionView>

/** One session in the list of a person. */
export const SessionItem = Type.Object({
  id: Id('ses'),
  isCurrent: Type.Boolean({ description: 'True for the session of this request' }),
  way: OneOf(signInWays),
  createdAt: Timestamp,
  seenAt: Timestamp,
  expiresAt: Timestamp,
  device: Nullable(Type.String({ maxLength: 300, description: 'The user agent of the browser' })),
  network: Type.String({ maxLength: 100, description: 'The IP address it was last used from' }),
})
export type SessionItem = Static<typeof SessionItem>
