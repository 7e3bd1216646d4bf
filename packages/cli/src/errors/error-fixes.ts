import { ConnectionError, ProxyError, type SpindleError } from '@spindle/client'
import { type ErrorCode, errorHelp, type Permission, permissions } from '@spindle/contract'
import { findProxyHint, findProxyInTheWay } from './proxy-hint.ts'

/** What to do about errors of a hub or the connection: in words of the command line, else in those of the contract. */

type KnownCode =
  | ErrorCode
  | 'invalid_client'
  | 'wait_timeout'
  | 'wait_dead_end'
  | 'source_changed'
  | 'source_ended'
  | 'file_is_directory'
  | 'archive_damaged'

const fixes: Readonly<Partial<Record<KnownCode, string>>> = {
  credentials_missing:
    'The credential did not reach the hub. A proxy may have removed it. Check the address with `spindle status`.',
  api_key_invalid:
    'Check the key: it may have expired or been revoked. `spindle keys list` shows the keys, `spindle login` stores another one.',
  invalid_token:
    '`spindle verify --discover` shows how this hub issues tokens. Ask for a new one and store it with `spindle login --token`.',
  invalid_client:
    'The service client is unknown or its secret is wrong. Ask the operator for one and store it with `spindle login --client`.',
  account_suspended: 'Contact the hub operator. Nothing was deleted. The key works again when the account is resumed.',
  insufficient_scope: 'Ask the operator for a service client with permission for this.',
  permission_not_grantable: 'Use fewer --permissions, or ask a person with more permissions to create the key.',
  invalid_parameter: 'Correct the option: `--help` shows the values that it takes.',
  cursor_invalid: 'Remove --cursor, or use it with the options of the previous page.',
  release_not_found: '`spindle releases list` shows the ids; `spindle status` shows the hub and the key in use.',
  delivery_not_found: '`spindle releases deliveries <release-id>` shows the ids.',
  key_not_found: '`spindle keys list` shows the ids. An id starts with key_ and is not the key itself.',
  upload_not_found: '`spindle uploads list` shows the ids; `spindle status` shows the hub and the key in use.',
  upload_gone: 'Upload the file again: `spindle upload <file>`.',
  track_not_found: '`spindle feed list` shows the tracks that this property may play.',
  external_id_taken: 'Find the other release with `spindle releases list`, or choose another externalId.',
  upload_in_use: 'Remove it from the releases first; `spindle releases list --json` shows which releases use it.',
  upload_reference_unknown: 'Upload the file first with `spindle upload <file>`, then use the id it shows.',
  upload_incomplete: 'Run `spindle upload` with that file again; it continues where it stopped.',
  upload_busy: 'Another run is sending this file. Wait for it, or run the same command again in a minute.',
  upload_offset_mismatch: 'Run the same command again to resume.',
  checksum_mismatch: 'The data was changed during the transfer or while it was read. Run the same command again.',
  state_conflict: 'Check its current status (`spindle releases get`, `spindle keys get`) and choose an allowed action.',
  precondition_failed: 'It was changed after you read it. Check it, then run the command again.',
  rate_limited: 'Wait a little, then run the same command again.',
  quota_exceeded:
    'Finish, submit or delete items that you no longer need (`spindle uploads list`, `spindle releases list --status draft`), or ask the operator for a larger quota.',
  storage_full: 'The disk of the hub is full. Tell the operator. Later, run the same command again to resume.',
  storage_unavailable: 'The hub cannot reach its storage at the moment. Run the same command again in a minute.',
  database_unavailable: 'The hub cannot reach its database at the moment. Run the same command again in a minute.',
  issuer_unavailable: 'The hub cannot check who you are at the moment. Run the same command again in a minute.',
  overloaded: 'The hub is busy. Run the same command again in a minute.',
  shutting_down: 'The hub is restarting. Run the same command again in a minute.',
  internal_error: 'Run the same command again. If it fails again, give the operator the request id.',
  integration_not_configured:
    'Ask the operator to configure the tokens of properties, then run the same command again.',
  validation_failed: 'Fix the listed problems, then run the same command again.',
  findings_block: 'Fix the listed problems, check the release with `spindle releases validate`, then submit again.',
  wait_timeout: 'The release continues in the background. Run the same command again to keep watching.',
  archive_damaged: 'Copy or make the archive again, then run the same command again.',
  file_is_directory: 'Name files. To deliver a folder, use `spindle deliver <folder>`.',
  source_changed: 'The file changed while it was read. Run the same command again when it is finished.',
  source_ended: 'The file became shorter while it was read. Run the same command again when it is finished.',
}

const noAnswer =
  'Check the address (`spindle status`), the network, and that the hub is running. Then run the same command again.'
const noHub = 'Another server or a proxy answered instead of a Spindle hub. Check the address with `spindle status`.'

/** What to do about an error of the hub or the connection; undefined if no fix is known. */
export function findFix(error: SpindleError, environment = process.env): string | undefined {
  const lost = [error, error.cause].find((one) => one instanceof ConnectionError)
  if (lost instanceof ProxyError) return findProxyHint(lost, environment)
  if (lost) return [noAnswer, findProxyHint(lost, environment)].filter(Boolean).join(' ')
  if (error.code === 'rate_limited' && error.retryAfterSeconds !== undefined)
    return `Wait ${error.retryAfterSeconds} s, then run the same command again.`
  if (error.code.startsWith('http_')) return [noHub, findProxyInTheWay(environment)].filter(Boolean).join(' ')
  if (error.code === 'permission_missing') return fixPermissions(error.message)
  return (
    fixes[error.code as KnownCode] ??
    (errorHelp as Readonly<Record<string, { readonly action: string }>>)[error.code]?.action
  )
}

/** What `deliver` needs, and the permission that the hub named. */
function fixPermissions(message: string): string {
  const named = permissions.filter((permission) => message.includes(permission))
  const needed = [...new Set<Permission>(['music:read', 'music:write', ...named])]
  return `Create a key that has the permission: \`spindle keys create --name <name> --permissions ${needed.join(',')}\`.`
}
