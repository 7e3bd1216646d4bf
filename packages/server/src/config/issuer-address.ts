import type { Reader } from './reader.ts'
import type { SettingKey } from './settings.ts'

/**
 * The address of an outside issuer (RFC 8414 section 2: it is https; on the local machine, no network is in between).
 */
export function readIssuerAddress(reader: Reader, key: SettingKey, danger: string): string | undefined {
  const issuer = reader.url(key)
  if (issuer === undefined || isConfidential(issuer)) return issuer
  return reader.fail(
    key,
    `"${issuer}" is not an https URL, so anyone on the network path could ${danger}`,
    'use its https address; http is allowed only for this machine',
  )
}

function isConfidential(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
