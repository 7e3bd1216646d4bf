import { createHash } from 'node:crypto'
import { type Checksum, crc32cState } from './crc32c.ts'

/** Algorithms of Upload-Checksum, in the order they are announced. */
export const checksumAlgorithms = ['sha256', 'sha1', 'md5', 'crc32c'] as const
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number]

/** In bytes. */
export const digestBytes: Readonly<Record<ChecksumAlgorithm, number>> = { sha256: 32, sha1: 20, md5: 16, crc32c: 4 }

/** The checksum that the client states for the bytes of one body. */
export interface ExpectedChecksum {
  readonly algorithm: ChecksumAlgorithm
  readonly digest: Buffer
}

export const checksumState = (algorithm: ChecksumAlgorithm): Checksum =>
  algorithm === 'crc32c' ? crc32cState() : createHash(algorithm)
