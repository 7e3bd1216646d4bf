import type { AddressProof } from '@spindle/contract/console'

/**
 * Email addresses and who vouched for them. An address that only its owner typed is contact data: no decision depends
 * on it. Each look-up by address, and what it decides, is listed in test/people/address-look-ups.test.ts.
 */

/**
 * Whether an operator may take the address for the person. The invitation of an owner is not enough: owners choose the
 * address and see the link, so an owner could vouch for any address.
 */
export const isProvenToOperator = (proof: AddressProof | null): boolean => proof !== null && proof !== 'invitation'

/**
 * Ignores the case of ASCII letters only. Unicode folding could make two people's addresses equal: the Kelvin sign and
 * `k`, for example.
 */
export const isSameAddress = (one: string, other: string): boolean => foldAscii(one) === foldAscii(other)

const foldAscii = (address: string): string => address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
