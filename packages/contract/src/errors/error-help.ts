// long: one entry for each error code
import type { ErrorCode } from './errors.ts'

/** What a code means and what to do about it, for its help page. */
export interface ErrorHelp {
  /** When the hub answers it. */
  readonly meaning: string
  /** The next step, for the person who must act. */
  readonly action: string
}

/** Help for every code of the catalogue; a code without help does not compile. */
export const errorHelp = {
  invalid_request: {
    meaning: 'The request violates HTTP or the endpoint, for example with two credentials or a duplicate header.',
    action: 'Read `detail`, correct the request and send it again. The unchanged request will fail again.',
  },
  invalid_json: {
    meaning: 'The body is empty, is not UTF-8 or JSON, is nested deeper than 32 levels, or has a duplicate member.',
    action: 'Create the body with a JSON library and send it as UTF-8.',
  },
  invalid_parameter: {
    meaning: 'A query parameter is unknown or has a value that is not allowed. `errors[]` lists every problem.',
    action: 'Correct or remove the parameters in `errors[].pointer`.',
  },
  cursor_invalid: {
    meaning: 'The cursor comes from another list, another account or other filters.',
    action: 'Start again without `cursor`. Do not change the filters while you page.',
  },
  credentials_missing: {
    meaning: 'The request has no credential that this endpoint accepts. See `WWW-Authenticate` for the type it needs.',
    action:
      'Send `X-API-Key` to the distributor APIs and `Authorization: Bearer` to verification and key management. Credentials in the query or body are ignored.',
  },
  api_key_invalid: {
    meaning: 'The API key is unknown, revoked or expired. For security, the response does not say which.',
    action: 'Check that you copied the whole key. If you did, create a new key.',
  },
  invalid_token: {
    meaning: 'The Bearer token is not valid or has expired.',
    action:
      'For an integration token, compare it with the configured value and repeat discovery. For a JWT, get a new one from the token endpoint.',
  },
  signed_out: {
    meaning: 'The console request has no valid session. The session expired or was ended, or you never signed in.',
    action: 'Sign in, then send the request again.',
  },
  sign_in_failed: {
    meaning: 'The email address or the password is wrong. For security, the response does not say which.',
    action: 'Try again, or ask the operator for a sign-in link (npm run hub -- people link MAIL).',
  },
  permission_missing: {
    meaning: 'The API key is valid but does not have the permission in `required`.',
    action: 'Use or create a key with that permission. You cannot change the permissions of a key.',
  },
  insufficient_scope: {
    meaning: 'The token is valid but does not have the scope in `WWW-Authenticate`.',
    action: 'Request a token with that scope from the token endpoint.',
  },
  contact_form_only: {
    meaning: 'The contact form was sent by a program or from another website.',
    action: 'Ask a person to open the contact page. Programs cannot request access.',
  },
  host_not_allowed: {
    meaning:
      "The `Host` header is neither the host of the hub's public address nor an IP address. The hub refuses it to prevent DNS rebinding attacks.",
    action: 'Use the public address of the hub. A proxy in front of the hub must forward the original `Host` header.',
  },
  address_refused: {
    meaning:
      'The signed address has expired, was changed, or is bound to another client. Or the operator replaced the token of the property. The response does not say whether the track or release exists.',
    action: 'Get the release again with the integration token, and use the new address.',
  },
  origin_not_allowed: {
    meaning: 'The request comes from a web page of another origin. `/mcp` and the console do not accept such requests.',
    action:
      'For `/mcp`, ask the operator to add the origin to `SPINDLE_CORS_ORIGINS`, or use a program outside the browser. For the console, open it at the public address of the hub.',
  },
  confirmation_needed: {
    meaning: 'To change keys, members or sign-in methods, you must confirm your identity every ten minutes.',
    action: 'Confirm with your password or passkey (see `methods`), then send the same request again.',
  },
  role_insufficient: {
    meaning:
      'You are a member of the account, but your role (`role`) does not allow this. Viewers can read, managers can also deliver, owners can do everything.',
    action: 'Ask an owner of the account to do it, or to change your role.',
  },
  account_suspended: {
    meaning:
      'The credential is valid, but its account is suspended. The hub refuses all its requests. Nothing was deleted; live releases stay live.',
    action: 'Contact the hub operator. When the account is resumed, its keys and clients work as before.',
  },
  permission_not_grantable: {
    meaning: 'You can give a key only permissions that you have yourself.',
    action: 'Choose fewer permissions, or ask a person with more permissions to create the key.',
  },
  not_found: {
    meaning: 'There is no resource at this address.',
    action: 'Compare the path with the API reference. Paths have no trailing slash.',
  },
  release_not_found: {
    meaning: 'The account of the credential has no release with this id.',
    action: 'List the releases to find the id. Check that the key belongs to the right account.',
  },
  identity_unknown: {
    meaning:
      'No user of this hub is connected with this external sign-in, or the user is blocked. The hub does not match email addresses.',
    action: 'Ask for an invitation. Or sign in another way and connect the provider on the You page.',
  },
  identity_not_found: {
    meaning: 'You have no connected identity with this id. It may have been disconnected already.',
    action: 'Reload the You page.',
  },
  passkey_not_found: {
    meaning: 'You have no passkey with this id. It may have been removed already.',
    action: 'List your passkeys again.',
  },
  authorization_request_not_found: {
    meaning: 'The request has expired, was already answered, or was started in another browser.',
    action: 'Start again in the program that sent you here.',
  },
  connection_not_found: {
    meaning: 'You have no connected application with this id. It may have been disconnected already.',
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
    meaning: 'The inbox has no message with this id. It may have been deleted, or its retention period has ended.',
    action: 'List the messages again.',
  },
  user_not_found: {
    meaning: 'The hub has no user with this id.',
    action: 'List the people again.',
  },
  revision_not_found: {
    meaning: 'The release has no submitted revision with this number.',
    action: 'List the revisions of the release to find the number.',
  },
  delivery_not_found: {
    meaning: 'The account of the credential has no delivery with this id.',
    action: 'List the deliveries of the release to find the id.',
  },
  store_message_not_found: {
    meaning: 'The release has no message to a store with this id.',
    action: 'List the messages of the release to find the id.',
  },
  key_not_found: {
    meaning: 'The account has no API key with this id. The id starts with `key_`; it is not the key itself.',
    action: 'List the keys to find the id.',
  },
  export_not_found: {
    meaning: 'The account has no export with this id. It may have expired: exports are kept for seven days.',
    action: 'List the exports to find the id, or start a new export.',
  },
  import_not_found: {
    meaning: 'The account has no import with this id.',
    action: 'List the imports to find the id.',
  },
  bulk_not_found: {
    meaning: 'The account has no bulk job with this id. Ended bulk jobs are deleted after 30 days.',
    action: 'List the bulk jobs to find the id.',
  },
  transfer_not_found: {
    meaning: 'The account has no transfer with this id. It may have been deleted.',
    action: 'List the transfers to find the id.',
  },
  report_not_found: {
    meaning: 'Neither the account nor the operator has imported a report with this id for the account.',
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
    meaning: 'This person is not a member of the account. They may have left or been removed.',
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
  native_client_not_found: {
    meaning: 'The account has no client id like this for programs on a computer. It may have been revoked.',
    action: 'List the client ids of the account again.',
  },
  upload_not_found: {
    meaning: 'The account of the credential has no upload with this id.',
    action: 'List the uploads to find the id, or upload the file again.',
  },
  track_not_found: {
    meaning: 'The credential has access to no track with this id.',
    action: 'Read the feed or the release again to get the current ids.',
  },
  recording_not_found: {
    meaning: 'The account of the credential has delivered no recording with this ISRC.',
    action: 'List the recordings to find the ISRC.',
  },
  mapping_not_found: {
    meaning: 'The account of the credential keeps no mapping of tables with this name. It may have been deleted.',
    action: 'List the mappings to find the name, or keep one with it.',
  },
  party_not_found: {
    meaning: 'The account of the credential has no party with this id. It may have been deleted.',
    action: 'List the parties to find the id.',
  },
  label_not_found: {
    meaning: 'The account of the credential has no label with this id. It may have been deleted.',
    action: 'List the labels to find the id.',
  },
  method_not_allowed: {
    meaning: 'The resource does not support this method. `Allow` lists the methods that it supports.',
    action: 'Use a method listed in `Allow`.',
  },
  not_acceptable: {
    meaning: 'The resource is not available in a format that `Accept` allows.',
    action: 'Accept one of the media types in `detail`.',
  },
  state_conflict: {
    meaning: 'The current state does not allow this action. See `detail` for the state and the allowed actions.',
    action: 'Read the resource again and choose an action that its state allows.',
  },
  field_locked: {
    meaning: 'Some fields identify the delivered release. They cannot change after delivery.',
    action:
      'Follow `fix` of each error. Audio can be replaced with `audioChangeReason` until the release is live. Later, take the release down and create one that `replaces` it.',
  },
  report_conflict: {
    meaning: 'You already imported a report from this source for the same period. Its sales could be counted twice.',
    action:
      'Set `overlap` to `replace` if the new report replaces the old one. Set it to `add` to count both, for example for two countries.',
  },
  report_message_conflict: {
    meaning: 'The account already imported a message with this MessageId from this source with other content.',
    action: 'Ask the store which message is correct. To use the new one, undo the first report and import again.',
  },
  external_id_taken: {
    meaning: 'Another release of the account already has this `externalId`.',
    action: 'Find that release by its `externalId`, or choose a different value.',
  },
  party_in_use: {
    meaning: 'Releases of the account name this party by its id. `detail` says how many.',
    action: 'Remove its `partyId` from the contributors of these releases first.',
  },
  party_merge_conflict: {
    meaning:
      'Both parties have an identifier of the same kind, with different values. `errors` has both values of each.',
    action: 'Find out which value is right. Remove the wrong one, or correct it in its party, and merge again.',
  },
  label_name_taken: {
    meaning: 'Another label of the account has this name. Upper and lower case are the same.',
    action: 'Change that label, or choose another name.',
  },
  last_operator: {
    meaning: 'This person is the only operator of the hub.',
    action: 'Make another person an operator first.',
  },
  mail_taken: {
    meaning: 'A user with this email address already exists on this hub.',
    action: 'Sign in first, then open the link again. If you cannot sign in, contact the hub operator.',
  },
  last_owner: {
    meaning: 'This person is the only owner of the account.',
    action: 'Make another person an owner first.',
  },
  upload_in_use: {
    meaning:
      'A release, a deleted draft in the trash or a downloadable export still uses this upload, so it cannot be deleted.',
    action: 'Remove the upload from the releases first, erase the deleted draft, or delete the export.',
  },
  preview_unavailable: {
    meaning: 'The upload is not analysed yet or was rejected, or you requested the wrong kind of preview.',
    action: 'Wait until the upload is `ready`. Then request `audio` or `image`, depending on its `kind`.',
  },
  rendition_not_ready: {
    meaning:
      'The hub makes the compressed audio of this track now. The first request for it or its release starts this.',
    action: 'Play the master meanwhile, or wait for `Retry-After` and try again.',
  },
  rendition_unavailable: {
    meaning:
      'The hub makes no compressed audio, or it could not encode this master, or the copy would not be smaller than the master.',
    action: 'Request the audio without `format`. Operator: `SPINDLE_RENDITIONS` switches compressed audio on.',
  },
  upload_offset_mismatch: {
    meaning: '`Upload-Offset` must equal the number of bytes that the hub has received.',
    action: 'Read the offset with HEAD and continue from there.',
  },
  upload_busy: {
    meaning: 'Another request is writing to this upload. Only one request can write at a time.',
    action: 'Wait for `Retry-After`, read the offset with HEAD and continue from there.',
  },
  idempotency_in_progress: {
    meaning: 'The first request with this `Idempotency-Key` is still running.',
    action: 'Wait for `Retry-After`, then send the same request again to get the response of the first one.',
  },
  request_timeout: {
    meaning: 'The hub did not receive the complete request in time.',
    action: 'Send it again over a better connection.',
  },
  upload_gone: {
    meaning: 'The upload was removed, or expired because no release referred to it.',
    action: 'Upload the file again.',
  },
  import_message_gone: {
    meaning: 'The hub keeps the message for 30 days after the import. It still has the report.',
    action: 'Ask the sender for the message. Compare it with the `sha256` of the import.',
  },
  link_invalid: {
    meaning: 'The link was already used, has expired, was replaced by a newer one, or is incomplete.',
    action: 'Ask the sender for a new link. For a new setup link, restart the hub.',
  },
  precondition_failed: {
    meaning: 'The resource was changed, so the version in `If-Match` is no longer current.',
    action: 'Read the resource again, apply your change and send the new ETag.',
  },
  tus_version_unsupported: {
    meaning: 'The hub supports tus 1.0.0. The request has a different version or none.',
    action: 'Send `Tus-Resumable: 1.0.0`.',
  },
  body_too_large: {
    meaning: 'The body is larger than this endpoint accepts. See `detail` for the limit.',
    action: 'Send less data, or split it into several requests.',
  },
  quota_exceeded: {
    meaning:
      'The account has reached a limit of the hub. See `quota` for the name of the limit, `limit` for its value and `used` for the current use.',
    action: 'Finish or delete items that you no longer need, or ask the operator for a larger quota.',
  },
  upload_too_large: {
    meaning: 'The upload is larger than this hub allows.',
    action: 'Send a smaller file, or ask the operator to raise the limit.',
  },
  range_not_satisfiable: {
    meaning: 'The `Range` header requests bytes after the end. See `Content-Range` for the length.',
    action: 'Request bytes before the end, or omit `Range` to get everything.',
  },
  unsupported_media_type: {
    meaning: 'The endpoint does not accept this `Content-Type`.',
    action: 'Send the body in a media type listed in `detail`.',
  },
  validation_failed: {
    meaning:
      'The body is valid JSON, but some members are missing, unknown or have invalid values. `errors[]` lists all problems.',
    action: 'Correct each member listed in `errors[]`, as described in `fix`.',
  },
  passkey_refused: {
    meaning: 'The passkey is unknown or belongs to another address of this hub, or its response was late or repeated.',
    action:
      'Try again. If the hub has a new address, ask the operator for a sign-in link (npm run hub -- people link MAIL).',
  },
  outside_sign_in_refused: {
    meaning:
      'The hub did not accept the response of the external provider. It was late, repeated, from another browser or for another person, or you have no access. See `detail`.',
    action: 'Start again, or sign in another way. If it fails again, ask the operator to check the log of the hub.',
  },
  password_refused: {
    meaning: 'The password uses common words, sequences, repetitions or your name, which attackers try first.',
    action: 'Use several unrelated words, or generate a password with a password manager.',
  },
  transfer_not_live: {
    meaning:
      'The old copy of a release can be marked as down once the new one is live at the same store. `errors[]` names the releases that are not. Nothing was marked.',
    action:
      'Wait until they are live, or leave them out. If the old copies are down already, repeat the request with a `reason`.',
  },
  count_not_confirmed: {
    meaning:
      'A takedown of many releases needs `expectedCount`, and the number of releases found is another one. Nothing was taken down.',
    action: 'Check that the selection is right. Then repeat the request with the number in `count` as `expectedCount`.',
  },
  findings_block: {
    meaning: 'The release has findings of severity error, so it was not submitted. Other findings do not block it.',
    action: 'Correct each finding in `errors[]`, validate the release and submit it again.',
  },
  upload_reference_unknown: {
    meaning: 'The account has no upload with an `uploadId` in the body.',
    action: 'Upload the file first, then use the id from the response.',
  },
  upload_incomplete: {
    meaning: 'An upload with an `uploadId` in the body is not complete.',
    action: 'Complete the upload, then send the request again.',
  },
  secret_shown_once: {
    meaning:
      'You repeated the request with the same `Idempotency-Key`. It took effect only once. See `id` for the created resource.',
    action:
      'If you lost the first response, revoke the resource with this `id` and create a new one with a new `Idempotency-Key`.',
  },
  idempotency_mismatch: {
    meaning: 'The same `Idempotency-Key` was used with a different body, path or query in the last 24 hours.',
    action: 'Use a new key for each new request. Reuse a key only to repeat exactly the same request.',
  },
  rate_limited: {
    meaning:
      'You reached the limit in `RateLimit-Policy`. See `RateLimit` for when it resets. A large response counts as several requests.',
    action: 'Wait for `Retry-After`, then send the same request again.',
  },
  headers_too_large: {
    meaning: 'The request headers are larger than 16 KiB.',
    action: 'Send fewer or shorter headers.',
  },
  checksum_mismatch: {
    meaning: 'The received bytes do not match their checksum and were discarded.',
    action: 'Read the offset with HEAD and send the chunk again.',
  },
  internal_error: {
    meaning: 'An unexpected error occurred in the hub. A write was either completed or not made at all.',
    action:
      'Send the same request again with the same `Idempotency-Key`, waiting longer each time. If it still fails, send the `requestId` to the operator.',
  },
  not_implemented: {
    meaning: 'Dynamic registration is disabled. Integration tokens are provisioned out-of-band.',
    action:
      'Do not retry. Ask a person to use the contact page. A member of an account can create a client id for your program in the console, under Connected applications.',
  },
  integration_not_configured: {
    meaning: 'No integration token is configured on the hub, so it cannot verify tokens.',
    action: 'Operator: set `SPINDLE_INTEGRATION_TOKENS`. Client: try again later.',
  },
  database_unavailable: {
    meaning: 'The hub cannot reach its database.',
    action: 'Client: send the same request again later, waiting longer each time. Operator: check the database.',
  },
  storage_unavailable: {
    meaning: 'The hub cannot reach the storage for uploads or the storage for plays.',
    action: 'Client: send the same request again later. Operator: check the storage.',
  },
  issuer_unavailable: {
    meaning: 'The hub cannot fetch the keys of the configured token issuer, so it cannot verify JWTs.',
    action: 'Client: send the same request again later. Operator: check the issuer.',
  },
  provider_unavailable: {
    meaning: 'The external sign-in provider does not respond, responds too late or too large, or refuses this hub.',
    action:
      'Try again in a moment, or sign in another way. Operator: check the `SPINDLE_SIGNIN_` settings and the log.',
  },
  feed_paused: {
    meaning:
      'The hub was restored from a backup. Later changes, such as takedowns, may be missing. The hub does not serve the feed until the operator has checked its state.',
    action:
      'Client: keep your cursor and your data, wait for `Retry-After` and try again. Operator: repeat the missing changes, then run `restore finish`.',
  },
  overloaded: {
    meaning: 'The hub has more requests than it can handle, or your address has too many open connections.',
    action:
      'Wait for `Retry-After`, then send the same request again. If `detail` names connections, use fewer at a time: keep them open and send the next request on the same one.',
  },
  shutting_down: {
    meaning: 'This process of the hub is stopping and accepts no new requests.',
    action: 'Send the same request again. Another process will handle it, or this one after its restart.',
  },
  storage_full: {
    meaning:
      'The disk for uploads is full or almost full, so the hub cannot store new data. Reading, token verification and takedowns still work.',
    action: 'Client: try again later. Operator: free disk space. Stored data is safe.',
  },
} as const satisfies Record<ErrorCode, ErrorHelp>
