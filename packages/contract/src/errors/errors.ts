/**
 * The error catalogue: every code the hub can answer, with its HTTP status. Codes are permanent; texts may improve.
 * What leaves is RFC 9457 `application/problem+json`; `type` points to the code's page below `docs/errors/`.
 */

/** One entry of the catalogue. `act` is who must do something about it. */
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
  credentials_missing: client(401, 'This resource requires credentials'),
  api_key_invalid: client(401, 'The API key is not valid'),
  invalid_token: client(401, 'The token is not valid'),
  signed_out: client(401, 'You are not signed in'),
  sign_in_failed: client(401, 'The email address or password is wrong'),
  identity_unknown: client(403, 'No user of this hub is connected with this identity'),
  permission_missing: client(403, 'The credential does not have the permission that this operation requires'),
  insufficient_scope: client(403, 'The token does not have the scope that this operation requires'),
  contact_form_only: client(403, 'This form can be sent only from the contact page'),
  host_not_allowed: client(403, 'The host of the request does not belong to this hub'),
  address_refused: client(403, 'The signed address is not valid, or it has expired'),
  origin_not_allowed: client(403, 'Requests from this origin are not allowed'),
  permission_not_grantable: client(403, 'You cannot grant a permission that you do not have'),
  confirmation_needed: client(403, 'Confirm your identity to continue'),
  role_insufficient: client(403, 'Your role in this account does not allow this'),
  account_suspended: client(403, 'The operator of this hub has suspended the account'),
  quota_exceeded: client(403, 'The account has reached a quota'),
  // Resources
  not_found: client(404, 'Not found'),
  release_not_found: client(404, 'Release not found'),
  revision_not_found: client(404, 'Revision not found'),
  delivery_not_found: client(404, 'Delivery not found'),
  store_message_not_found: client(404, 'Store message not found'),
  key_not_found: client(404, 'API key not found'),
  identity_not_found: client(404, 'Identity not found'),
  passkey_not_found: client(404, 'Passkey not found'),
  authorization_request_not_found: client(404, 'Authorization request not found'),
  connection_not_found: client(404, 'Connected application not found'),
  session_not_found: client(404, 'Session not found'),
  account_not_found: client(404, 'Account not found'),
  message_not_found: client(404, 'Message not found'),
  user_not_found: client(404, 'Person not found'),
  member_not_found: client(404, 'Member not found'),
  invitation_not_found: client(404, 'Invitation not found'),
  service_client_not_found: client(404, 'Service client not found'),
  native_client_not_found: client(404, 'Client id not found'),
  upload_not_found: client(404, 'Upload not found'),
  track_not_found: client(404, 'Track not found'),
  recording_not_found: client(404, 'Recording not found'),
  party_not_found: client(404, 'Party not found'),
  label_not_found: client(404, 'Label not found'),
  export_not_found: client(404, 'Export not found'),
  import_not_found: client(404, 'Import not found'),
  mapping_not_found: client(404, 'Mapping not found'),
  bulk_not_found: client(404, 'Bulk job not found'),
  transfer_not_found: client(404, 'Transfer not found'),
  report_not_found: client(404, 'Report not found'),
  webhook_not_found: client(404, 'Webhook not found'),
  webhook_message_not_found: client(404, 'Webhook message not found'),
  method_not_allowed: client(405, 'This resource does not support this method'),
  not_acceptable: client(406, 'The resource is not available in an accepted format'),
  // State
  state_conflict: client(409, 'The current state does not allow this'),
  field_locked: client(409, 'A field cannot be changed after delivery'),
  report_conflict: client(409, 'A report from this source already covers this period'),
  report_message_conflict: client(409, 'This message was already imported with different content'),
  external_id_taken: client(409, 'Another release of the account has this externalId'),
  party_in_use: client(409, 'Releases name this party'),
  party_merge_conflict: client(409, 'The parties have different identifiers'),
  label_name_taken: client(409, 'Another label of the account has this name'),
  last_operator: client(409, 'The hub must have at least one operator'),
  transfer_not_live: client(409, 'Releases are not live at the store yet'),
  mail_taken: client(409, 'This email address is already in use'),
  last_owner: client(409, 'An account must have at least one owner'),
  upload_in_use: client(409, 'The upload is in use'),
  preview_unavailable: client(409, 'No preview is available for this upload'),
  rendition_not_ready: client(409, 'The compressed audio is not ready yet', true),
  rendition_unavailable: client(409, 'This track has no compressed audio'),
  upload_offset_mismatch: client(409, 'The offset does not match the upload', true),
  upload_busy: client(409, 'Another request is writing to this upload', true),
  idempotency_in_progress: client(409, 'A request with this Idempotency-Key is still running', true),
  secret_shown_once: client(409, 'The secret was shown only in the first response'),
  request_timeout: client(408, 'The request took too long to arrive', true),
  upload_gone: client(410, 'The upload has expired or was removed'),
  import_message_gone: client(410, 'The message of the import is no longer stored'),
  link_invalid: client(410, 'The link is no longer valid'),
  precondition_failed: client(412, 'The resource has changed since you read it'),
  tus_version_unsupported: client(412, 'The tus version is not supported'),
  body_too_large: client(413, 'The body is larger than allowed'),
  upload_too_large: client(413, 'The upload is larger than allowed'),
  unsupported_media_type: client(415, 'The media type of the body is not supported'),
  range_not_satisfiable: client(416, 'The range is outside the content'),
  validation_failed: client(422, 'The request is not valid'),
  passkey_refused: client(422, 'The passkey was not accepted'),
  outside_sign_in_refused: client(422, 'The external sign-in was not accepted'),
  password_refused: client(422, 'The password is too easy to guess'),
  count_not_confirmed: client(422, 'The number of releases is not confirmed'),
  findings_block: client(422, 'The release has findings that block submission'),
  upload_reference_unknown: client(422, 'An upload was not found in this account'),
  upload_incomplete: client(422, 'An upload is not complete'),
  idempotency_mismatch: client(422, 'This Idempotency-Key was used with a different request'),
  rate_limited: client(429, 'Too many requests', true),
  headers_too_large: client(431, 'The request headers are larger than allowed'),
  checksum_mismatch: client(460, 'The bytes do not match their checksum', true),
  // The hub
  internal_error: operator(500, 'An unexpected error occurred in the hub'),
  not_implemented: client(501, 'This feature is not supported'),
  integration_not_configured: operator(503, 'No integration token is configured on the hub'),
  database_unavailable: operator(503, 'The database is not reachable'),
  storage_unavailable: operator(503, 'The storage for uploads is not reachable'),
  issuer_unavailable: operator(503, 'The configured token issuer is not reachable'),
  provider_unavailable: operator(503, 'The external sign-in provider does not respond'),
  feed_paused: operator(503, 'The feed is paused after a restore from a backup'),
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
