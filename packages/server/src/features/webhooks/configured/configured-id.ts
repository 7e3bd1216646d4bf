import { sha256 } from '../../../platform/values/sha256.ts'

/**
 * Ids of webhooks that the operator's file names: made of account and name, so that every node finds the same one, and
 * with a time that no other id has, so that each is known by its id alone.
 */
export const configuredPrefix = 'whk_0000000000'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const isConfigured = (id: string): boolean => id.startsWith(configuredPrefix)

export function configuredId({ account, name }: { readonly account: string; readonly name: string }): string {
  const digits = [...sha256(`${account} ${name}`).subarray(0, 16)].map((byte) => alphabet[byte & 31])
  return `${configuredPrefix}${digits.join('')}`
}
