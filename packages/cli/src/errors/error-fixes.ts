import { ConnectionError, type SpindleError } from '@spindle/client'
import { type ErrorCode, errorHelp } from '@spindle/contract'

/** What to do about what a hub, or the way to it, answers: in words of the command line, else in those of the contract. */

type KnownCode =
  | ErrorCode
  | 'invalid_client'
  | 'wait_timeout'
  | 'wait_dead_end'
  | 'source_changed'
  | 'source_ended'
  | 'file_is_directory'

const fixes: Readonly<Partial<Record<KnownCode, string>>> = {
  credentials_missing:
    'Something between here and the hub has taken the credential away. Check the address: `spindle status`.',
  api_key_invalid:
    'Check the key: it may have expired or been revoked. `spindle keys list` shows the keys, `spindle login` stores another one.',
  invalid_token:
    'Look with `spindle verify --discover` how tokens are given here, ask for a new one, and store it with `spindle login --token`.',
  invalid_client:
    'The service client is unknown or its secret is wrong. Ask the operator for one and store it with `spindle login --client`.',
  permission_missing:
    'Make a key that has the permission: `spindle keys create --name <name> --permissions music:read,music:write`.',
  insufficient_scope: 'Ask the operator for a service client that may do this.',
  permission_not_grantable: 'Name fewer --permissions, or let somebody with wider rights make the key.',
  invalid_parameter: 'Correct the option; `--help` says what it takes.',
  cursor_invalid: 'Leave out --cursor, or use it with the same options as on the page before.',
  release_not_found: '`spindle releases list` shows the ids; `spindle status` shows the hub and the key in use.',
  delivery_not_found: '`spindle releases deliveries <release-id>` shows the ids.',
  key_not_found: '`spindle keys list` shows the ids. An id begins with key_ and is not the key itself.',
  upload_not_found: '`spindle uploads list` shows the ids; `spindle status` shows the hub and the key in use.',
  upload_gone: 'Upload the file again: `spindle upload <file>`.',
  track_not_found: '`spindle feed list` shows the tracks this property may play.',
  external_id_taken: 'Find the other release with `spindle releases list`, or choose another externalId.',
  upload_in_use: 'Remove it from the releases first; `spindle releases list --json` shows who uses it.',
  upload_reference_unknown: 'Upload the file first with `spindle upload <file>` and write the id it shows.',
  upload_incomplete: 'Run `spindle upload` with that file again; it goes on where it stopped.',
  upload_busy: 'Another run is sending this file. Wait for it, or run the same command again in a minute.',
  upload_offset_mismatch: 'Run the same command again; it asks where to go on.',
  checksum_mismatch: 'The bytes were changed on the way or while they were read. Run the same command again.',
  state_conflict: 'Look at it again (`spindle releases get`, `spindle keys get`), and do what its state allows.',
  precondition_failed: 'Somebody has changed it since you read it. Look at it, then run the command again.',
  rate_limited: 'Wait a little, then run the same command again.',
  storage_full: "The hub's disk is full. Tell its operator; the same command goes on where it stopped.",
  storage_unavailable: 'The hub cannot reach its storage just now. Run the same command again in a minute.',
  database_unavailable: 'The hub cannot reach its database just now. Run the same command again in a minute.',
  issuer_unavailable: 'The hub cannot check who you are just now. Run the same command again in a minute.',
  overloaded: 'The hub is busy. Run the same command again in a minute.',
  shutting_down: 'The hub is restarting. Run the same command again in a minute.',
  internal_error: 'Run the same command again. If it goes on, give the operator the request id.',
  integration_not_configured: 'The operator must configure the tokens of properties; run the same command then.',
  validation_failed: 'Mend what is listed, then run the same command again.',
  findings_block: 'Mend what is listed, check it with `spindle releases validate`, and submit again.',
  wait_timeout: 'It goes on without you. Run the same command again to look on.',
  file_is_directory: 'Give files; a folder of masters is delivered by `spindle deliver <folder>`.',
  source_changed: 'The file was changed while it was read. Run the same command again when it is finished.',
  source_ended: 'The file became shorter while it was read. Run the same command again when it is finished.',
}

const noAnswer =
  'Check the address (`spindle status`), the network, and that the hub runs; then run the same command again.'
const noHub =
  'What answers there is no Spindle hub, or something stands before it. Check the address: `spindle status`.'

export function findFix(error: SpindleError): string | undefined {
  if (error instanceof ConnectionError || error.cause instanceof ConnectionError) return noAnswer
  if (error.code === 'rate_limited' && error.retryAfterSeconds !== undefined)
    return `Wait ${error.retryAfterSeconds} s, then run the same command again.`
  if (error.code.startsWith('http_')) return noHub
  return (
    fixes[error.code as KnownCode] ??
    (errorHelp as Readonly<Record<string, { readonly action: string }>>)[error.code]?.action
  )
}
