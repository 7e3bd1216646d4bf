import { expect, it } from 'vitest'
import { checksumState } from './checksum.ts'

// Check values of "123456789": RFC 3720 appendix B.4 for crc32c, coreutils for the others.
it.each([
  ['crc32c', 'e3069283'],
  ['md5', '25f9e794323b453885f5181f1b624d0b'],
  ['sha1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
  ['sha256', '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'],
] as const)('%s of the check string', (algorithm, digest) => {
  const checksum = checksumState(algorithm)
  checksum.update(Buffer.from('123456789'))
  expect(checksum.digest().toString('hex')).toBe(digest)
})

it('crc32c does not depend on how the bytes are cut', () => {
  // RFC 3720: 32 bytes of zeros, and the bytes 0 to 31.
  const ascending = Buffer.from(Array.from({ length: 32 }, (_, byte) => byte))
  for (let cut = 0; cut <= 32; cut++) {
    const checksum = checksumState('crc32c')
    checksum.update(ascending.subarray(0, cut))
    checksum.update(ascending.subarray(cut))
    // The RFC prints the digest in the order of the wire there, least significant byte first.
    expect(checksum.digest().readUInt32LE(0).toString(16)).toBe('4e79dd46')
  }
  const zeros = checksumState('crc32c')
  zeros.update(Buffer.alloc(32))
  expect(zeros.digest().toString('hex')).toBe('8a9136aa')
})
