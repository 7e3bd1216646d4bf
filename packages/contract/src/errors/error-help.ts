import type { ErrorCode } from './errors.ts'

/** What a code means and what to do about it, for its help page. */
export interface ErrorHelp {
  /** When the hub answers it. */
  readonly meaning: string
  /** The next step, for whoever must act. */
  readonly action: string
}

/** Help for every code of the catalogue; a code without help does not compile. */
export const errorHelp = {
  invalid_request: {
    meaning:
      'The request breaks a rule of HTTP or of the endpoint, for example two credentials or a header sent twice.',
    action: 'Read `detail`, correct the request and send it again. The same request fails again.',
  },
  invalid_json: {
    meaning: 'The body is empty, not UTF-8, not JSON, nested deeper than 32 levels, or names a member twice.',
    action: 'Write the body with a JSON library and send it as UTF-8.',
  },
  invalid_parameter: {
    meaning: 'A query parameter is unknown or has a value that is not allowed. `errors[]` names each.',
    action: 'Correct or remove the parameters that `errors[].pointer` names.',
  },
  cursor_invalid: {
    meaning: 'A cursor belongs to one list, one account and one set of filters; this one was made by another.',
    action: 'Start again without `cursor` and keep the filters unchanged while paging.',
  },
  credentials_missing: {
    meaning: 'No credential of the kind this endpoint takes was sent. `WWW-Authenticate` says which kind it takes.',
    action:
      'Send `X-API-Key` to the distributor APIs and `Authorization: Bearer` to verification and key management. Credentials in the query or body are ignored.',
  },
  api_key_invalid: {
    meaning: 'The API key is unknown, revoked or expired; the answer does not say which, on purpose.',
    action: 'Check that the whole key was copied. If it was, drop it and make a new key.',
  },
  invalid_token: {
    meaning: 'The Bearer token is not, or no longer, valid here.',
    action:
      'Integration token: compare it with the value configured for the property, then repeat discovery. JWT: get a new one from the token endpoint.',
  },
  signed_out: {
    meaning: 'The console was asked without a session: it has ended, was ended elsewhere, or never began.',
    action: 'Sign in. What was typed can be sent again afterwards.',
  },
  sign_in_failed: {
    meaning: 'Mail address and password do not belong together. The answer does not say which is wrong, on purpose.',
    action: 'Try again, or let the operator make a sign-in link with: npm run hub -- people link MAIL.',
  },
  permission_missing: {
    meaning: 'The API key is valid but lacks the permission that `required` names.',
    action: 'Use a key with that permission, or make one; the permissions of a key never change.',
  },
  insufficient_scope: {
    meaning: 'The token is valid but lacks the scope that the challenge names.',
    action: 'Ask the token endpoint for a token with that scope.',
  },
  contact_form_only: {
    meaning: 'The contact form was sent by a program, or from the page of another site.',
    action: 'Show a person the address of the contact page. Programs cannot ask for access.',
  },
  host_not_allowed: {
    meaning:
      "The `Host` of the request is neither that of the hub's public address nor an IP address. A page could have led a browser here under a name of its own (DNS rebinding).",
    action: 'Use the public address of the hub. A proxy in front of it must pass on the `Host` it was asked for.',
  },
  origin_not_allowed: {
    meaning: 'A browser sent the request for a page of another origin; `/mcp` and the console act for whoever asks.',
    action:
      'For `/mcp`: let the operator add the origin to `SPINDLE_CORS_ORIGINS`, or ask from a program that is no web page. For the console: open it at the public address of the hub.',
  },
  confirmation_needed: {
    meaning: 'Keys, members and ways to sign in change only for somebody who proved a few minutes ago who it is.',
    action: 'Confirm with your password or passkey (`methods` names what you have), then send the same request again.',
  },
  role_insufficient: {
    meaning:
      'You belong to the account, but your role (`role`) may not do this. Viewers read; managers deliver; owners do all.',
    action: 'Ask an owner of the account to do it, or to change your role.',
  },
  account_suspended: {
    meaning:
      'The credential is valid, and its account is suspended: nothing it asks is done. Nothing was deleted, and what is live stays live.',
    action:
      'Ask the operator of the hub. Send nothing until the account is resumed; keys and clients then work as before.',
  },
  permission_not_grantable: {
    meaning: 'Whoever makes a key can give it only permissions they hold themselves.',
    action: 'Ask for fewer permissions, or let somebody with wider rights make the key.',
  },
  not_found: {
    meaning: 'No resource has this address.',
    action: 'Compare the path with the API reference; addresses have no trailing slash.',
  },
  release_not_found: {
    meaning: 'The account of the credential has no release with this id.',
    action: 'List the releases to find the id; check that the key belongs to the right account.',
  },
  identity_unknown: {
    meaning:
      'The outside provider says who you are, but nobody of this hub is connected with that, or that person is kept out. Mail addresses are not compared.',
    action: 'Ask for an invitation; or sign in another way and connect the provider on the page You.',
  },
  identity_not_found: {
    meaning: 'You are connected with no identity of this id. It may have been disconnected already.',
    action: 'Load the page You again.',
  },
  passkey_not_found: {
    meaning: 'You have no passkey with this id. It may have been removed already.',
    action: 'List your passkeys again.',
  },
  authorization_request_not_found: {
    meaning: 'The request of a program to act for you has ended, was answered, or was begun in another browser.',
    action: 'Start again in the program that sent you here.',
  },
  connection_not_found: {
    meaning: 'No program acts for you under this id. It may have been ended already.',
    action: 'List your connected applications again.',
  },
  session_not_found: {
    meaning: 'You have no session with this id. It may have ended already.',
    action: 'List your sessions again.',
  },
  account_not_found: {
    meaning: 'The hub has no account with this id.',
    action: 'List the accounts again.',
  },
  message_not_found: {
    meaning: 'The inbox has no message with this id. It may have been deleted, or its retention is over.',
    action: 'List the messages again.',
  },
  user_not_found: {
    meaning: 'Nobody of this hub has this id.',
    action: 'List the people again.',
  },
  delivery_not_found: {
    meaning: 'The account of the credential has no delivery with this id.',
    action: 'List the deliveries of the release to find the id.',
  },
  store_message_not_found: {
    meaning: 'No store was sent a message with this id about this release of the account.',
    action: 'List the messages of the release to find the id.',
  },
  key_not_found: {
    meaning: 'The account has no API key with this id. The id begins with `key_` and is not the key itself.',
    action: 'List the keys to find the id.',
  },
  export_not_found: {
    meaning: 'The account has no export with this id. It may have ended: an export is there for seven days.',
    action: 'List the exports to find the id, or begin another one.',
  },
  import_not_found: {
    meaning: 'The account has no import with this id.',
    action: 'List the imports to find the id.',
  },
  report_not_found: {
    meaning: 'The account has no report with this id, and no report of the operator with it is about the account.',
    action: 'List the reports to find the id.',
  },
  webhook_not_found: {
    meaning: 'The account has no webhook with this id. It may have been deleted.',
    action: 'List the webhooks to find the id.',
  },
  webhook_message_not_found: {
    meaning: 'The webhook has no message with this id. Messages are kept for 30 days.',
    action: 'List the messages of the webhook to find the id.',
  },
  member_not_found: {
    meaning: 'This person does not belong to the account. Somebody may have removed it, or it left.',
    action: 'List the members again.',
  },
  invitation_not_found: {
    meaning: 'The account has no open invitation with this id. It may have been used or withdrawn.',
    action: 'List the invitations again.',
  },
  service_client_not_found: {
    meaning: 'The account has no service client with this id.',
    action: 'List the service clients again.',
  },
  upload_not_found: {
    meaning: 'The account of the credential has no upload with this id.',
    action: 'List the uploads to find the id, or upload the file again.',
  },
  track_not_found: {
    meaning: 'There is no track with this id that the credential may reach.',
    action: 'Read the feed or the release again for the current ids.',
  },
  method_not_allowed: {
    meaning: 'The resource exists but does not answer to this method. `Allow` lists those it answers to.',
    action: 'Use one of the methods in `Allow`.',
  },
  not_acceptable: {
    meaning: 'The resource exists only in forms that the `Accept` header excludes.',
    action: 'Accept one of the media types that `detail` names.',
  },
  state_conflict: {
    meaning: 'The resource is in a state that does not allow this. `detail` names the state and what it allows.',
    action: 'Read the resource again and choose an action its state allows.',
  },
  field_locked: {
    meaning: 'Some fields identify what was delivered and stay as they are after delivery.',
    action: 'Take the release down and deliver a new one if the field must change.',
  },
  report_conflict: {
    meaning: 'A report of the same source is about the same time already: sales would count twice.',
    action: 'Send `overlap`: `replace` if the new report takes its place, `add` if both count, as two countries do.',
  },
  report_message_conflict: {
    meaning: 'The account has imported a message with this MessageId of this source, and its bytes were others.',
    action: 'Ask the store which one is right. Undo the first report if it is this one.',
  },
  external_id_taken: {
    meaning: 'An `externalId` names one release of an account, and another release has this one.',
    action: 'Find that release by its `externalId`, or choose another.',
  },
  last_operator: {
    meaning: 'Nobody else may run this hub: it would have no operator left.',
    action: 'Make another person an operator first.',
  },
  mail_taken: {
    meaning: 'A person with this mail address is known to this hub already.',
    action: 'Sign in first, then open the link again. Without a login here, ask the operator of the hub.',
  },
  last_owner: {
    meaning: 'Nobody else owns the account, so this person stays its owner.',
    action: 'Make somebody else an owner first.',
  },
  upload_in_use: {
    meaning: 'An upload that a release refers to, or an export that can still be downloaded, is kept.',
    action: 'Remove it from the releases first, or delete the export.',
  },
  preview_unavailable: {
    meaning:
      'The upload is not yet analysed, was rejected, or is of the other kind: pictures make no sound, and audio is not seen.',
    action: 'Wait until the upload is `ready`, then ask for `audio` or `image` as its `kind` says.',
  },
  upload_offset_mismatch: {
    meaning: '`Upload-Offset` must equal the number of bytes the hub holds.',
    action: 'Ask for the offset with HEAD and continue from there.',
  },
  upload_busy: {
    meaning: 'One request at a time may write to an upload, and another one is writing.',
    action: 'Wait for `Retry-After`, ask for the offset with HEAD and continue from there.',
  },
  idempotency_in_progress: {
    meaning: 'The first request with this `Idempotency-Key` has not been answered yet.',
    action: 'Wait for `Retry-After` and send the same request again: it gets the first answer.',
  },
  request_timeout: {
    meaning: 'The request did not arrive completely within its time.',
    action: 'Send it again over a better connection.',
  },
  upload_gone: {
    meaning: 'The upload was removed, or expired because no release referred to it.',
    action: 'Upload the file again.',
  },
  import_message_gone: {
    meaning: 'The bytes of a message are kept for 30 days after its import has ended; its report stays.',
    action: 'Ask the sender for the message. `sha256` of the import tells whether it is the same.',
  },
  link_invalid: {
    meaning: 'The link was used, is too old, was replaced by a newer one, or was not copied whole.',
    action: 'Ask whoever sent it for a new one. The setup link is printed by every start of the hub until it is used.',
  },
  precondition_failed: {
    meaning: '`If-Match` names a version that is no longer current: somebody changed the resource.',
    action: 'Read it again, apply the change to the new version, and send its ETag.',
  },
  tus_version_unsupported: {
    meaning: 'The hub speaks tus 1.0.0, and the request names another version or none.',
    action: 'Send `Tus-Resumable: 1.0.0`.',
  },
  body_too_large: {
    meaning: 'The body is larger than this endpoint takes; `detail` names the limit.',
    action: 'Send less, or in several requests.',
  },
  quota_exceeded: {
    meaning:
      'The account has as much of something as the hub allows one account. `quota` names it, `limit` is what the account may have, `used` what it has.',
    action: 'Finish or delete what is no longer needed, or ask the operator for a larger quota.',
  },
  upload_too_large: {
    meaning: 'The upload is larger than this hub takes.',
    action: 'Send a smaller file, or ask the operator to raise the limit.',
  },
  range_not_satisfiable: {
    meaning: 'The Range header asks for bytes after the end. `Content-Range` names the length.',
    action: 'Ask for bytes before the length, or leave out `Range` to get everything.',
  },
  unsupported_media_type: {
    meaning: 'The endpoint does not take bodies of this `Content-Type`.',
    action: 'Send the body as the media type that `detail` names.',
  },
  validation_failed: {
    meaning: 'The body is JSON, but members are missing, unknown or not allowed. All problems are listed at once.',
    action: 'Correct what each entry of `errors[]` points to; `fix` says how.',
  },
  passkey_refused: {
    meaning: 'The passkey is not known to this hub, belongs to another address of it, or its proof came late or twice.',
    action:
      'Try again. After a move to another address let the operator make a link with: npm run hub -- people link MAIL.',
  },
  outside_sign_in_refused: {
    meaning:
      'What came back from the outside provider proves nothing here: it is late, came twice, is of another browser or of somebody else, or you are not let in. `detail` says which.',
    action: 'Start again, or sign in another way. If it happens again, the log of the hub tells the operator why.',
  },
  password_refused: {
    meaning:
      'The password is made of what attackers try first: common words, sequences, repetitions, or your own name.',
    action: 'Take several words that have nothing to do with each other, or let a password manager make one.',
  },
  findings_block: {
    meaning: 'Rules found errors in the release, so it was not submitted. Warnings and notes never block.',
    action: 'Correct what each entry of `errors[]` points to, check with validate, and submit again.',
  },
  upload_reference_unknown: {
    meaning: 'An `uploadId` in the body names no upload of this account.',
    action: 'Upload the file first and use the id of the answer.',
  },
  upload_incomplete: {
    meaning: 'An `uploadId` names an upload of which bytes are still missing.',
    action: 'Continue the upload from its offset to its end, then send the request again.',
  },
  secret_shown_once: {
    meaning:
      'The request was repeated with the same `Idempotency-Key`. It had its effect once; `id` names what it made.',
    action:
      'If the first answer is lost, revoke the key that `id` names and make another one with a new `Idempotency-Key`.',
  },
  idempotency_mismatch: {
    meaning: 'The same `Idempotency-Key` came with another body, path or query within 24 hours.',
    action: 'Use a new key for a new request; repeat a key only with exactly the same request.',
  },
  rate_limited: {
    meaning:
      'The limit that `RateLimit-Policy` names is used up. `RateLimit` says when it renews. A long answer counts as several requests.',
    action: 'Wait for `Retry-After`, then send the same request again.',
  },
  headers_too_large: {
    meaning: 'The header block is larger than 16 KiB.',
    action: 'Send fewer or shorter headers.',
  },
  checksum_mismatch: {
    meaning: 'The bytes that arrived differ from their checksum and were discarded.',
    action: 'Ask for the offset with HEAD and send the chunk again.',
  },
  internal_error: {
    meaning: 'Something failed inside the hub. A write happened completely or not at all.',
    action:
      'Send the same request again with its `Idempotency-Key`, waiting longer each time. If it goes on, give the operator the `requestId`.',
  },
  not_implemented: {
    meaning: 'Dynamic registration is not offered: integration tokens are provisioned out-of-band.',
    action: 'Stop, and show a person the contact page. Retrying changes nothing.',
  },
  integration_not_configured: {
    meaning: 'The hub has no integration token configured, so it can verify none.',
    action: 'The operator sets the integration tokens of the hub. Clients try again later.',
  },
  database_unavailable: {
    meaning: 'The hub cannot reach its database.',
    action: 'Send the same request again later, waiting longer each time. The operator checks the database.',
  },
  storage_unavailable: {
    meaning: 'The hub cannot reach the storage of the uploads, or what keeps raw plays.',
    action: 'Send the same request again later. The operator checks the storage.',
  },
  issuer_unavailable: {
    meaning: 'The keys of the configured token issuer cannot be fetched, so no JWT can be checked.',
    action: 'Send the same request again later. The operator checks the issuer.',
  },
  provider_unavailable: {
    meaning:
      'The outside provider that people sign in with does not answer, too late or too much, or refuses this hub.',
    action:
      'Try again in a moment, or sign in another way. The operator checks the `SPINDLE_SIGNIN_` settings; the log says what failed.',
  },
  feed_paused: {
    meaning:
      'The hub was made of a backup and has forgotten what came after it, takedowns among them. Nobody is told of its state before the operator has looked at it.',
    action:
      'Keep your cursor and what you have, wait for `Retry-After`, and ask again. The operator does again what must hold, then runs `restore finish`.',
  },
  overloaded: {
    meaning: 'The hub has more work than it can do in time.',
    action: 'Wait for `Retry-After`, then send the same request again.',
  },
  shutting_down: {
    meaning: 'This process of the hub is stopping and takes no new work.',
    action: 'Send the same request again at once: another process or the next start answers.',
  },
  storage_full: {
    meaning:
      'The disk that holds the uploads is full, or nearly so, and the hub stores nothing new. Reading, verifying and taking down go on.',
    action: 'Try again later. The operator makes room; what is stored is kept.',
  },
} as const satisfies Record<ErrorCode, ErrorHelp>
