import { createHmac } from 'node:crypto'
import { AppError, type SignedAddress } from '@spindle/contract'
import type { PropertyPrincipal } from '../../../http/principal.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isSignedByAny } from '../../../platform/secrets/encryption.ts'

/**
 * Addresses of audio and covers that carry a signature in place of a credential. They are made and verified without the
 * database: a key comes from the token of the property, so an address ends with its token. The signature only says to
 * which property the address was given. Whether the property may play the track is looked up for each request.
 */

/** What a signature covers. */
export interface AddressClaim {
  readonly kind: MediaKind
  /** Of the track or release. */
  readonly id: string
  readonly property: string
  /** Unix time in seconds. */
  readonly expires: number
  /** The only network of clients that may use the address; undefined for any. */
  readonly network: string | undefined
}

/** A site may give away only the compressed audio, so its address is not one of the master. */
export type MediaKind = 'audio' | 'audio-mp3' | 'cover'

/** Changing this order or the version ends all addresses in use. */
export const signAddress = (key: Buffer, { kind, id, property, expires, network }: AddressClaim): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['v1', kind, id, property, expires, network ?? null]))
    .digest('base64url')

/** The longest life that the setting allows: a property could sign longer ones with its token. */
export const maxAddressSeconds = 86_400

/**
 * Ends of addresses are the same for a fifth of their life, so that a release that has not changed keeps its entity tag
 * and browsers find what they have kept.
 */
export function expiryOf(nowMs: number, lifeSeconds: number): number {
  const step = Math.floor(lifeSeconds / 5)
  return Math.floor(nowMs / 1000 / step) * step + lifeSeconds
}

/** The parts of an address that a client sends. */
export interface PresentedAddress {
  readonly kind: MediaKind
  readonly id: string
  readonly property: string
  readonly expires: number
  readonly signature: string
  /** Of the client. */
  readonly network: string
}

export interface SignedAddresses {
  /** A function that makes addresses which all end at the same time. */
  signerFor(property: PropertyPrincipal, network: string | undefined): (kind: MediaKind, id: string) => SignedAddress
  /** Throws `address_refused` for every address that does not count, whatever the reason. */
  require(address: PresentedAddress): void
}

export interface SignedAddressesOptions {
  readonly publicUrl: string
  readonly lifeSeconds: number
  readonly clock: Clock
  /** One for each token of the property; empty if it has none. */
  findSigningKeys(property: string): readonly Buffer[]
}

const paths: Readonly<Record<MediaKind, (id: string) => string>> = {
  audio: (id) => `/api/signed/tracks/${id}/audio?`,
  'audio-mp3': (id) => `/api/signed/tracks/${id}/audio?format=mp3&`,
  cover: (id) => `/api/signed/releases/${id}/cover?`,
}

export function signedAddresses({
  publicUrl,
  lifeSeconds,
  clock,
  findSigningKeys,
}: SignedAddressesOptions): SignedAddresses {
  return {
    signerFor({ id: property, signingKey }, network) {
      const expires = expiryOf(clock.now(), lifeSeconds)
      const expiresAt = new Date(expires * 1000).toISOString()
      return (kind, id) => {
        const signature = signAddress(signingKey, { kind, id, property, expires, network })
        const url = `${publicUrl}${paths[kind](id)}property=${property}&expires=${expires}&signature=${signature}`
        return { url, expiresAt, boundTo: network ?? null }
      }
    },
    require({ signature, network, ...claim }) {
      const secondsLeft = claim.expires - clock.now() / 1000
      const keys = findSigningKeys(claim.property)
      const presented = Buffer.from(signature)
      const isSignedFor = (allowed: string | undefined): boolean =>
        isSignedByAny(keys, (key) => Buffer.from(signAddress(key, { ...claim, network: allowed })), presented)
      const isSigned = isSignedFor(undefined) || isSignedFor(network)
      if (!isSigned || secondsLeft <= 0 || secondsLeft > maxAddressSeconds) throw new AppError('address_refused')
    },
  }
}
