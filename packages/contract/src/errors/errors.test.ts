import { describe, expect, it } from 'vitest'
import { errorHelp } from './error-help.ts'
import { AppError, type ErrorCode, errors } from './errors.ts'

/** Code, status, whether the same request may succeed later, who must act, title. Codes and statuses are permanent. */
const published = [
  ['invalid_request', 400, false, 'client', 'The request is malformed'],
  ['invalid_json', 400, false, 'client', 'The body is not valid JSON'],
  ['invalid_parameter', 400, false, 'client', 'A query parameter is not valid'],
  ['cursor_invalid', 400, false, 'client', 'The cursor is not valid for this list'],
  ['credentials_missing', 401, false, 'client', 'This resource requires credentials'],
  ['api_key_invalid', 401, false, 'client', 'The API key is not valid'],
  ['invalid_token', 401, false, 'client', 'The token is not valid'],
  ['signed_out', 401, false, 'client', 'You are not signed in'],
  ['sign_in_failed', 401, false, 'client', 'The email address or password is wrong'],
  ['identity_unknown', 403, false, 'client', 'No user of this hub is connected with this identity'],
  [
    'permission_missing',
    403,
    false,
    'client',
    'The credential does not have the permission that this operation requires',
  ],
  ['insufficient_scope', 403, false, 'client', 'The token does not have the scope that this operation requires'],
  ['contact_form_only', 403, false, 'client', 'This form can be sent only from the contact page'],
  ['host_not_allowed', 403, false, 'client', 'The host of the request does not belong to this hub'],
  ['address_refused', 403, false, 'client', 'The signed address is not valid, or it has expired'],
  ['origin_not_allowed', 403, false, 'client', 'Requests from this origin are not allowed'],
  ['permission_not_grantable', 403, false, 'client', 'You cannot grant a permission that you do not have'],
  ['confirmation_needed', 403, false, 'client', 'Confirm your identity to continue'],
  ['role_insufficient', 403, false, 'client', 'Your role in this account does not allow this'],
  ['account_suspended', 403, false, 'client', 'The operator of this hub has suspended the account'],
  ['quota_exceeded', 403, false, 'client', 'The account has reached a quota'],
  ['not_found', 404, false, 'client', 'Not found'],
  ['release_not_found', 404, false, 'client', 'Release not found'],
  ['revision_not_found', 404, false, 'client', 'Revision not found'],
  ['delivery_not_found', 404, false, 'client', 'Delivery not found'],
  ['store_message_not_found', 404, false, 'client', 'Store message not found'],
  ['key_not_found', 404, false, 'client', 'API key not found'],
  ['identity_not_found', 404, false, 'client', 'Identity not found'],
  ['passkey_not_found', 404, false, 'client', 'Passkey not found'],
  ['authorization_request_not_found', 404, false, 'client', 'Authorization request not found'],
  ['connection_not_found', 404, false, 'client', 'Connected application not found'],
  ['session_not_found', 404, false, 'client', 'Session not found'],
  ['account_not_found', 404, false, 'client', 'Account not found'],
  ['message_not_found', 404, false, 'client', 'Message not found'],
  ['user_not_found', 404, false, 'client', 'Person not found'],
  ['member_not_found', 404, false, 'client', 'Member not found'],
  ['invitation_not_found', 404, false, 'client', 'Invitation not found'],
  ['service_client_not_found', 404, false, 'client', 'Service client not found'],
  ['native_client_not_found', 404, false, 'client', 'Client id not found'],
  ['upload_not_found', 404, false, 'client', 'Upload not found'],
  ['track_not_found', 404, false, 'client', 'Track not found'],
  ['recording_not_found', 404, false, 'client', 'Recording not found'],
  ['party_not_found', 404, false, 'client', 'Party not found'],
  ['label_not_found', 404, false, 'client', 'Label not found'],
  ['export_not_found', 404, false, 'client', 'Export not found'],
  ['import_not_found', 404, false, 'client', 'Import not found'],
  ['mapping_not_found', 404, false, 'client', 'Mapping not found'],
  ['bulk_not_found', 404, false, 'client', 'Bulk job not found'],
  ['transfer_not_found', 404, false, 'client', 'Transfer not found'],
  ['report_not_found', 404, false, 'client', 'Report not found'],
  ['webhook_not_found', 404, false, 'client', 'Webhook not found'],
  ['webhook_message_not_found', 404, false, 'client', 'Webhook message not found'],
  ['method_not_allowed', 405, false, 'client', 'This resource does not support this method'],
  ['not_acceptable', 406, false, 'client', 'The resource is not available in an accepted format'],
  ['state_conflict', 409, false, 'client', 'The current state does not allow this'],
  ['field_locked', 409, false, 'client', 'A field cannot be changed after delivery'],
  ['report_conflict', 409, false, 'client', 'A report from this source already covers this period'],
  ['report_message_conflict', 409, false, 'client', 'This message was already imported with different content'],
  ['external_id_taken', 409, false, 'client', 'Another release of the account has this externalId'],
  ['party_in_use', 409, false, 'client', 'Releases name this party'],
  ['party_merge_conflict', 409, false, 'client', 'The parties have different identifiers'],
  ['label_name_taken', 409, false, 'client', 'Another label of the account has this name'],
  ['last_operator', 409, false, 'client', 'The hub must have at least one operator'],
  ['transfer_not_live', 409, false, 'client', 'Releases are not live at the store yet'],
  ['mail_taken', 409, false, 'client', 'This email address is already in use'],
  ['last_owner', 409, false, 'client', 'An account must have at least one owner'],
  ['upload_in_use', 409, false, 'client', 'The upload is in use'],
  ['preview_unavailable', 409, false, 'client', 'No preview is available for this upload'],
  ['rendition_not_ready', 409, true, 'client', 'The compressed audio is not ready yet'],
  ['rendition_unavailable', 409, false, 'client', 'This track has no compressed audio'],
  ['upload_offset_mismatch', 409, true, 'client', 'The offset does not match the upload'],
  ['upload_busy', 409, true, 'client', 'Another request is writing to this upload'],
  ['idempotency_in_progress', 409, true, 'client', 'A request with this Idempotency-Key is still running'],
  ['secret_shown_once', 409, false, 'client', 'The secret was shown only in the first response'],
  ['request_timeout', 408, true, 'client', 'The request took too long to arrive'],
  ['upload_gone', 410, false, 'client', 'The upload has expired or was removed'],
  ['import_message_gone', 410, false, 'client', 'The message of the import is no longer stored'],
  ['link_invalid', 410, false, 'client', 'The link is no longer valid'],
  ['precondition_failed', 412, false, 'client', 'The resource has changed since you read it'],
  ['tus_version_unsupported', 412, false, 'client', 'The tus version is not supported'],
  ['body_too_large', 413, false, 'client', 'The body is larger than allowed'],
  ['upload_too_large', 413, false, 'client', 'The upload is larger than allowed'],
  ['unsupported_media_type', 415, false, 'client', 'The media type of the body is not supported'],
  ['range_not_satisfiable', 416, false, 'client', 'The range is outside the content'],
  ['validation_failed', 422, false, 'client', 'The request is not valid'],
  ['passkey_refused', 422, false, 'client', 'The passkey was not accepted'],
  ['outside_sign_in_refused', 422, false, 'client', 'The external sign-in was not accepted'],
  ['password_refused', 422, false, 'client', 'The password is too easy to guess'],
  ['count_not_confirmed', 422, false, 'client', 'The number of releases is not confirmed'],
  ['findings_block', 422, false, 'client', 'The release has findings that block submission'],
  ['upload_reference_unknown', 422, false, 'client', 'An upload was not found in this account'],
  ['upload_incomplete', 422, false, 'client', 'An upload is not complete'],
  ['idempotency_mismatch', 422, false, 'client', 'This Idempotency-Key was used with a different request'],
  ['rate_limited', 429, true, 'client', 'Too many requests'],
  ['headers_too_large', 431, false, 'client', 'The request headers are larger than allowed'],
  ['checksum_mismatch', 460, true, 'client', 'The bytes do not match their checksum'],
  ['internal_error', 500, true, 'operator', 'An unexpected error occurred in the hub'],
  ['not_implemented', 501, false, 'client', 'This feature is not supported'],
  ['integration_not_configured', 503, true, 'operator', 'No integration token is configured on the hub'],
  ['database_unavailable', 503, true, 'operator', 'The database is not reachable'],
  ['storage_unavailable', 503, true, 'operator', 'The storage for uploads is not reachable'],
  ['issuer_unavailable', 503, true, 'operator', 'The configured token issuer is not reachable'],
  ['provider_unavailable', 503, true, 'operator', 'The external sign-in provider does not respond'],
  ['feed_paused', 503, true, 'operator', 'The feed is paused after a restore from a backup'],
  ['overloaded', 503, true, 'operator', 'The hub is busy'],
  ['shutting_down', 503, true, 'operator', 'The hub is shutting down'],
  ['storage_full', 507, true, 'operator', 'The storage for uploads is full'],
] as const

describe('the catalogue of errors', () => {
  it('has these codes', () => {
    expect(Object.keys(errors)).toEqual(published.map(([code]) => code))
  })

  it.each(published)('%s is %i', (code, status, retryable, act, title) => {
    expect(errors[code]).toEqual({ status, retryable, act, title })
  })

  it.each(published)('%s has a title of one sentence without a final stop', (code) => {
    const { title } = errors[code]
    expect(title).toMatch(/^[A-Z].*[^.!?]$/)
    expect(title.split(' ').length).toBeLessThanOrEqual(14)
  })

  it('lets no code of the hub be the fault of the client', () => {
    for (const { status, act } of Object.values(errors))
      if (status === 500 || status > 501) expect(act).toBe('operator')
  })
})

describe('the help of errors', () => {
  const texts = Object.entries(errorHelp).flatMap(([code, { meaning, action }]) => [
    [code, 'meaning', meaning] as const,
    [code, 'action', action] as const,
  ])

  it('exists for every code and for no other', () => {
    expect(Object.keys(errorHelp).sort()).toEqual(Object.keys(errors).sort())
  })

  it.each(texts)('%s: its %s has sentences of at most 25 words', (_, __, text) => {
    expect(text).toMatch(/^[A-Z`].*[.!?]$/s)
    for (const sentence of text.split(/[.;:!?] /)) expect(sentence.split(' ').length).toBeLessThanOrEqual(25)
  })

  it.each(texts)('%s: its %s says nothing in words that must be translated', (_, __, text) => {
    expect(text).not.toMatch(/\bmend|thrown away|the line\b|by now\b|hear of/i)
  })

  it.each(texts)('%s: its %s names no address of a hub, no file and no function', (_, __, text) => {
    expect(text).not.toMatch(/https?:|\.ts\b|\(\)/)
  })
})

describe('AppError', () => {
  it('takes the title of its code as message', () => {
    expect(new AppError('release_not_found').message).toBe('Release not found')
  })

  it('takes a detail in place of the title', () => {
    expect(new AppError('state_conflict', { detail: 'It is live.' }).message).toBe('It is live.')
  })

  it('carries what is public apart from its cause', () => {
    const cause = new Error('password authentication failed')
    const error = new AppError('database_unavailable', { cause, retryAfterSeconds: 5 })
    expect(error).toMatchObject({ name: 'AppError', code: 'database_unavailable', cause })
    expect(error.options.retryAfterSeconds).toBe(5)
    expect(error.message).not.toContain('password')
  })

  it.each([
    ['rate_limited', 429],
    ['findings_block', 422],
    ['storage_full', 507],
  ] satisfies [ErrorCode, number][])('%s is answered as %i', (code, status) => {
    expect(errors[new AppError(code).code].status).toBe(status)
  })
})
