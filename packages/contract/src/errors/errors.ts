/**
 * The error catalogue: every code the hub can answer, with its HTTP status. Codes are permanent; texts may improve.
 * What leaves is RFC 9457 `application/problem+json`; `type` points to the code's page below `docs/errors/`.
 */

/** One entry of the catalogue. `act` says who must do something about it. */
export interface ErrorEntry {
  readonly status: number
  readonly title: string
  /** True when the very same request may succeed later without being changed. */
  readonly retryable: boolean
  readonly act: 'client' | 'operator' | 'nobody'
}

const client = (status: number, title: string, retryable = false): ErrorEntry => ({
  status,
  title,
  retryable,
  act: 'client',
})
const operator = (status: number, title: string): ErrorEntry => ({ status, title, retryable: true, act: 'operator' })

/** Every code with its status, title, whether a retry may help, and who must act. */
export const errors = {
  // Malformed requests
  invalid_request: client(400, 'The request is malformed'),
  invalid_json: client(400, 'The body is not valid JSON'),
  invalid_parameter: client(400, 'A query parameter is not valid'),
  cursor_invalid: client(400, 'The cursor is not valid for this list'),
  // Credentials
  credentials_missing: client(401, 'This resource needs credentials'),
  api_key_invalid: client(401, 'The API key is not valid'),
  invalid_token: client(401, 'The token is not valid'),
  signed_out: client(401, 'Nobody is signed in here'),
  sign_in_failed: client(401, 'Mail address or password is not right'),
  identity_unknown: client(403, 'Nobody of this hub signs in with this identity'),
  permission_missing: client(403, 'The credential lacks the permission this operation needs'),
  insufficient_scope: client(403, 'The token lacks the scope this operation needs'),
  contact_form_only: client(403, 'Only a person on the contact page can send this form'),
  host_not_allowed: client(403, 'The request was sent to a host that is not this hub'),
  origin_not_allowed: client(403, 'Pages of this origin may not send this request'),
  permission_not_grantable: client(403, 'A key cannot carry a permission its maker may not grant'),
  confirmation_needed: client(403, 'Prove once more who you are'),
  role_insufficient: client(403, 'Your role in this account does not allow this'),
  account_suspended: client(403, 'The operator of this hub has suspended the account'),
  quota_exceeded: client(403, 'A quota of the account is used up'),
  // Resources
  not_found: client(404, 'There is nothing at this address'),
  release_not_found: client(404, 'There is no such release'),
  delivery_not_found: client(404, 'There is no such delivery'),
  store_message_not_found: client(404, 'There is no such message to a store'),
  key_not_found: client(404, 'There is no such API key'),
  identity_not_found: client(404, 'There is no such identity'),
  passkey_not_found: client(404, 'There is no such passkey'),
  authorization_request_not_found: client(404, 'There is no such authorization request'),
  connection_not_found: client(404, 'There is no such connected application'),
  session_not_found: client(404, 'There is no such session'),
  account_not_found: client(404, 'There is no such account'),
  message_not_found: client(404, 'There is no such message'),
  user_not_found: client(404, 'There is no such person'),
  member_not_found: client(404, 'There is no such member'),
  invitation_not_found: client(404, 'There is no such invitation'),
  service_client_not_found: client(404, 'There is no such service client'),
  upload_not_found: client(404, 'There is no such upload'),
  track_not_found: client(404, 'There is no such track'),
  export_not_found: client(404, 'There is no such export'),
  import_not_found: client(404, 'There is no such import'),
  report_not_found: client(404, 'There is no such report'),
  webhook_not_found: client(404, 'There is no such webhook'),
  webhook_message_not_found: client(404, 'There is no such message of a webhook'),
  method_not_allowed: client(405, 'This resource does not know this method'),
  not_acceptable: client(406, 'The resource has no form the request accepts'),
  // State
  state_conflict: client(409, 'The current state does not allow this'),
  field_locked: client(409, 'A field cannot be changed after delivery'),
  report_conflict: client(409, 'Another report of this source is about the same time'),
  report_message_conflict: client(409, 'This message of the source was imported with other bytes'),
  external_id_taken: client(409, 'Another release of the account has this externalId'),
  last_operator: client(409, 'The hub must keep an operator'),
  mail_taken: client(409, 'Somebody of this hub has this mail address'),
  last_owner: client(409, 'An account keeps at least one owner'),
  upload_in_use: client(409, 'A release refers to this upload'),
  preview_unavailable: client(409, 'There is nothing to hear or see of this upload'),
  upload_offset_mismatch: client(409, 'The offset is not where the upload continues', true),
  upload_busy: client(409, 'Another request is writing to this upload', true),
  idempotency_in_progress: client(409, 'A request with this Idempotency-Key is still running', true),
  secret_shown_once: client(409, 'The secret was shown with the first answer only'),
  request_timeout: client(408, 'The request took too long to arrive', true),
  upload_gone: client(410, 'The upload has expired or was removed'),
  import_message_gone: client(410, 'The message of the import is no longer kept'),
  link_invalid: client(410, 'The link is no longer valid'),
  precondition_failed: client(412, 'The resource has changed since you read it'),
  tus_version_unsupported: client(412, 'The tus version is not supported'),
  body_too_large: client(413, 'The body is larger than allowed'),
  upload_too_large: client(413, 'The upload is larger than allowed'),
  unsupported_media_type: client(415, 'The media type of the body is not supported'),
  range_not_satisfiable: client(416, 'The range lies outside the content'),
  validation_failed: client(422, 'The request is understood but not valid'),
  passkey_refused: client(422, 'The passkey proves nothing here'),
  outside_sign_in_refused: client(422, 'The sign-in at the outside provider proves nothing here'),
  password_refused: client(422, 'The password is too easy to guess'),
  findings_block: client(422, 'Findings of severity error stop the submission'),
  upload_reference_unknown: client(422, 'An uploadId refers to no upload of this account'),
  upload_incomplete: client(422, 'An uploadId refers to an upload whose bytes are not complete'),
  idempotency_mismatch: client(422, 'This Idempotency-Key was used with another request'),
  rate_limited: client(429, 'Too many requests', true),
  headers_too_large: client(431, 'The request headers are larger than allowed'),
  checksum_mismatch: client(460, 'The bytes do not match their checksum', true),
  // The hub
  internal_error: operator(500, 'The hub failed to answer'),
  not_implemented: client(501, 'This is deliberately not offered'),
  integration_not_configured: operator(503, 'No integration token is configured on the hub'),
  database_unavailable: operator(503, 'The database is not reachable'),
  storage_unavailable: operator(503, 'The storage for uploads is not reachable'),
  issuer_unavailable: operator(503, 'The configured token issuer is not reachable'),
  provider_unavailable: operator(503, 'The outside sign-in provider does not answer'),
  feed_paused: operator(503, 'The hub was restored from a backup, and its feed waits for the operator'),
  overloaded: operator(503, 'The hub is busy'),
  shutting_down: operator(503, 'The hub is shutting down'),
  storage_full: operator(507, 'The storage for uploads is full'),
} as const satisfies Record<string, ErrorEntry>

/** One of the codes of the catalogue. */
export type ErrorCode = keyof typeof errors

/** One problem inside an answer: where (RFC 6901 JSON Pointer into the body, or a parameter name), what, and the fix. */
export interface FieldError {
  readonly pointer: string
  readonly code: string
  readonly detail: string
  readonly fix?: string | undefined
}

/** What an error may carry beside its code. */
export interface AppErrorOptions {
  /** Replaces the catalogue's text for the client. Must never hold internal text. */
  readonly detail?: string | undefined
  readonly errors?: readonly FieldError[] | undefined
  /** Additional public members of the problem document. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
  readonly retryAfterSeconds?: number | undefined
  /** Logged, never sent. */
  readonly cause?: unknown
}

/** The only error features throw on purpose. Its `code` decides the status; `cause` is logged and never sent. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly options: AppErrorOptions

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.detail ?? errors[code].title, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.options = options
  }
}
