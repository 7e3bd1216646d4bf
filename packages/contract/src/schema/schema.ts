import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { Type } from './type.ts'

/** Building blocks of the wire. Requests are closed (unknown members are 422); answers are open to additions. */

/** A JSON object that refuses unknown members; `$id`-free so that it can be inlined. */
export const ClosedObject = <P extends TProperties>(properties: P, options: Record<string, unknown> = {}): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** The schema or `null`, in answers: a member that has no value is there and null. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The schema with a description of its own, for a place that means more than the form of the value. */
export const Described = <T extends TSchema>(schema: T, description: string): T =>
  Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(schema),
      description: { value: description, writable: true, enumerable: true, configurable: true },
    },
  ) as T

/** A union of string literals from a constant list. */
export const OneOf = <const T extends readonly string[]>(values: T, options: Record<string, unknown> = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })

const idNames = {
  acc: 'an account',
  aud: 'an audit event',
  blk: 'a bulk job',
  cli: 'a service client',
  con: 'a connected application',
  dlv: 'a delivery',
  evt: 'an event',
  exp: 'an export',
  idn: 'an identity at the external provider',
  imp: 'an import',
  tbi: 'an import of a table',
  inv: 'an invitation',
  key: 'an API key',
  lbl: 'a label',
  msg: 'a message',
  nac: 'a native client',
  pky: 'a passkey',
  pty: 'a party',
  rel: 'a release',
  rpt: 'a store report',
  ses: 'a session',
  trf: 'a transfer',
  trk: 'a track',
  upl: 'an upload',
  usr: 'a person',
  whk: 'a webhook',
  whm: 'a webhook message',
} as const

/** Prefixed, time-ordered identifier: `rel_` + 26 characters of Crockford base32 (ULID layout: 48 bit time, 80 bit random). */
export const Id = <const P extends keyof typeof idNames>(prefix: P) =>
  Type.Unsafe<`${P}_${string}`>({
    type: 'string',
    pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`,
    maxLength: prefix.length + 27,
    description: `Id of ${idNames[prefix]}`,
    examples: [`${prefix}_01JD3MZ6V8Q4W9X2K7N5T0RHYB`],
  })

/** UTC instant, ISO 8601 with milliseconds. */
export const Timestamp = Type.Unsafe<string>({
  type: 'string',
  format: 'date-time',
  maxLength: 30,
  description: 'Date and time in UTC, ISO 8601',
  examples: ['2026-05-01T08:00:00.000Z'],
})

/** When a resource was made. */
export const CreatedAt = Type.Unsafe<string>({ ...Timestamp, description: 'When it was created' })
/** When a resource was last changed. */
export const UpdatedAt = Type.Unsafe<string>({ ...Timestamp, description: 'When it last changed' })

/** Calendar date, `YYYY-MM-DD`. */
export const CalendarDate = Type.Unsafe<string>({
  type: 'string',
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
  maxLength: 10,
  examples: ['2026-05-01'],
})

/** Text as people write it: 1 to `maxLength` characters; control characters are refused by a finding, NUL by the body parser. */
export const Text = (maxLength: number, options: Record<string, unknown> = {}) =>
  Type.String({ minLength: 1, maxLength, ...options })

/** A page of a list: keyset order, newest first, opaque signed cursor. */
export const PageOf = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item, { maxItems: 100, description: 'The items of this page' }), page: Page })

/** The position of a page in a list. `nextCursor` is null on the last one; `total` is only there on request. */
export const Page = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 100, description: 'The greatest number of items on a page' }),
    nextCursor: Nullable(
      Type.String({ maxLength: 512, description: 'Send it as `cursor` to get the next page; null on the last page' }),
    ),
    hasMore: Type.Boolean({ description: 'True if there is a next page' }),
    total: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Number of items on all pages; only with count=true',
      }),
    ),
  },
  { description: 'The position of the page in the list' },
)
export type Page = Static<typeof Page>

/** Query members every list takes. Query values arrive as text and are coerced. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Items per page' })),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'page.nextCursor of the previous page' }),
  ),
  count: Type.Optional(Type.Boolean({ default: false, description: 'true adds page.total' })),
}

/** RFC 9457 problem document. */
export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', maxLength: 2048, description: 'URL of the help page of the error' }),
    title: Type.String({
      maxLength: 200,
      description: 'The error in a few words; the same for every problem with this code',
    }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'HTTP status of the response' }),
    detail: Type.String({ maxLength: 4000, description: 'What happened this time, and what to do' }),
    error: Type.String({ maxLength: 64, description: 'The permanent error code, for programs' }),
    requestId: Type.String({
      maxLength: 64,
      description: 'Identifies the request in the logs of the hub; send it to the operator',
    }),
    errors: Type.Optional(
      Described(
        Type.Array(
          Type.Object({
            pointer: Type.String({
              maxLength: 500,
              description: 'JSON Pointer (RFC 6901) to the field; empty for the whole body',
            }),
            code: Type.String({ maxLength: 64, description: 'Code of the problem of this field' }),
            detail: Type.String({ maxLength: 2000, description: 'What is wrong with the field' }),
            fix: Type.Optional(
              Type.String({ maxLength: 1000, description: 'How to correct the field; absent if `detail` says it' }),
            ),
          }),
          { maxItems: 10000 },
        ),
        'Each invalid field; absent if the error is not about fields',
      ),
    ),
  },
  { description: 'RFC 9457 problem document' },
)
export type Problem = Static<typeof Problem>
