import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../errors/errors.ts'
import type { Permission, Scope } from './permissions.ts'

/** The one credential an operation takes. `none` never reads credentials, `session` is the cookie of a person. */
export type Auth = 'none' | 'apiKey' | 'jwt' | 'integrationToken' | 'session'

/** The HTTP methods of operations. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An answer of an operation: its JSON schema, or `null` when it has no body. */
export interface ResponseSpec {
  readonly schema: TSchema | null
  readonly description: string
  /** Other media types the same answer can have, e.g. `text/csv`. */
  readonly mediaTypes?: readonly string[]
}

/**
 * One operation of the API. From only this object come validation, the handler's types, the credential and
 * permission check, `openapi.json`, and what SDK, CLI and MCP offer.
 */
export interface Operation {
  /** camelCase verb + noun; the word in file names, tests, SDK, CLI, MCP and logs. Permanent. */
  readonly id: string
  readonly method: Method
  /** Path template with `{name}` parameters. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly tag: string
  readonly auth: Auth
  /** `console`: for the hub's own pages only. No other page and no origin of another name may send it. */
  readonly surface?: 'console' | undefined
  /** A person must have proved who it is within the last minutes; credentials of programs prove it with every request. */
  readonly needsConfirmation?: boolean | undefined
  /** Only for people who may run the hub itself. */
  readonly needsOperator?: boolean | undefined
  /** Only for people with at least this role in the account that `{accountId}` in the path names. */
  readonly needsRole?: 'viewer' | 'owner' | undefined
  /**
   * Only for callers that may do everything in the account: owners among people, and tokens without single permissions.
   */
  readonly needsOwner?: boolean | undefined
  readonly permission?: Permission | undefined
  readonly scope?: Scope | undefined
  readonly params?: TObject | undefined
  readonly query?: TObject | undefined
  readonly body?: TSchema | undefined
  /** Media types of the request body; default `application/json`. */
  readonly bodyMediaTypes?: readonly string[] | undefined
  /** The largest body in bytes; default `limits.maxJsonBytes`. */
  readonly maxBodyBytes?: number | undefined
  /** The operation stores more: it is refused while the disk is nearly full. What takes things away, or down, is not. */
  readonly grows?: boolean | undefined
  /** The operation checks the items of the body one by one, so that a bad one does not lose the good ones. */
  readonly checksItems?: boolean | undefined
  readonly responses: Readonly<Record<number, ResponseSpec>>
  /** The 404 of an id in the path that names nothing, also when it has not the form of one. */
  readonly notFound?: ErrorCode | undefined
  /** Codes particular to this operation; those every operation of its kind can answer are added by `errorsOf`. */
  readonly errors: readonly ErrorCode[]
  /** The body is a file: requests count as uploads, not as writes. */
  readonly carriesFile?: boolean | undefined
  /** The answer has a secret that is shown once: a repeated request gets `secret_shown_once` instead. */
  readonly showsSecret?: boolean | undefined
  readonly deprecated?: boolean | undefined
  /** Items of a page if the query does not set it; default 20. */
  readonly defaultLimit?: number | undefined
  /** Answers may carry an ETag and honour If-None-Match (GET) or If-Match (PATCH, DELETE). */
  readonly conditional?: boolean | undefined
}

/** Keeps the literal types, so that server and SDK can derive theirs from the operation. */
export const defineOperation = <const O extends Operation>(operation: O): O => operation

type StaticOr<T, Fallback> = T extends TSchema ? Static<T> : Fallback

/** Parameters in the path; no members if it has none. */
export type ParamsOf<O extends Operation> = StaticOr<O['params'], Record<string, never>>
/** Query parameters; no members if it takes none. */
export type QueryOf<O extends Operation> = StaticOr<O['query'], Record<string, never>>
/** The JSON body; `undefined` if it takes none. */
export type BodyOf<O extends Operation> = StaticOr<O['body'], undefined>

type SuccessStatus<O extends Operation> = Extract<keyof O['responses'], 200 | 201 | 202 | 204>
/** The JSON a success answer of the operation carries (`undefined` for 204). */
export type ResultOf<O extends Operation> = {
  [S in SuccessStatus<O>]: O['responses'][S] extends { schema: infer T } ? StaticOr<T, undefined> : never
}[SuccessStatus<O>]

const bodyErrors = [
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
  'request_timeout',
] as const
const writeErrors = ['idempotency_mismatch', 'idempotency_in_progress'] as const
const everywhere = [
  'invalid_request',
  'invalid_parameter',
  'headers_too_large',
  'internal_error',
  'database_unavailable',
  'overloaded',
  'shutting_down',
] as const

const credentialErrors = {
  none: [],
  apiKey: ['credentials_missing', 'api_key_invalid', 'permission_missing', 'account_suspended', 'rate_limited'],
  jwt: [
    'credentials_missing',
    'invalid_token',
    'insufficient_scope',
    'account_suspended',
    'issuer_unavailable',
    'rate_limited',
  ],
  integrationToken: ['credentials_missing', 'invalid_token', 'integration_not_configured', 'rate_limited'],
  session: ['signed_out', 'rate_limited'],
} as const satisfies Record<Auth, readonly ErrorCode[]>

/** Every error code the operation can answer: its own and those that follow from its kind. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...operation.errors, ...everywhere, ...credentialErrors[operation.auth]])
  if (operation.surface === 'console') for (const code of ['origin_not_allowed', 'not_found'] as const) codes.add(code)
  if (operation.auth === 'session' && operation.needsConfirmation) codes.add('confirmation_needed')
  if (operation.needsOperator || operation.needsRole === 'owner') codes.add('role_insufficient')
  if (operation.needsOwner) codes.add('role_insufficient')
  if (operation.needsRole !== undefined) codes.add('account_suspended')
  if (operation.showsSecret) codes.add('secret_shown_once')
  if (operation.grows) codes.add('storage_full')
  if (operation.notFound !== undefined) codes.add(operation.notFound)
  if (operation.method !== 'GET') for (const code of [...bodyErrors, ...writeErrors]) codes.add(code)
  if (operation.conditional && operation.method !== 'GET') codes.add('precondition_failed')
  return [...codes].sort()
}
