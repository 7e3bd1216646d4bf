import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestOf, hintOf, isSecret, makeSecret } from './secrets.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const count = 20_000

describe('makeSecret', () => {
  const secrets = Array.from({ length: count }, () => makeSecret('spn_'))

  it('makes 42 characters of the published form, never twice', () => {
    for (const secret of secrets) expect(secret).toMatch(/^spn_[0-9A-Za-z]{38}$/)
    expect(new Set(secrets).size).toBe(count)
    expect(makeSecret('spcs_')).toMatch(/^spcs_[0-9A-Za-z]{38}$/)
  })

  it('takes every character with the same likelihood at every position', () => {
    const expected = count / alphabet.length
    for (let position = 4; position < 36; position++) {
      const seen = new Map<string, number>()
      for (const secret of secrets) seen.set(secret[position] ?? '', (seen.get(secret[position] ?? '') ?? 0) + 1)
      const chiSquare = alphabet
        .split('')
        .reduce((sum, one) => sum + ((seen.get(one) ?? 0) - expected) ** 2 / expected, 0)
      // 61 degrees of freedom: chance exceeds 150 at one of the 32 positions once in ten million runs.
      expect(chiSquare).toBeLessThan(150)
    }
  })

  it('ends with the CRC-32 of what precedes, in base62', () => {
    for (const secret of secrets.slice(0, 200)) {
      const checksum = secret
        .slice(36)
        .split('')
        .reduce((sum, one) => sum * 62 + alphabet.indexOf(one), 0)
      expect(checksum).toBe(crc32(secret.slice(0, 36)))
    }
  })

  it('stays in this form for good', () => {
    expect(isSecret('spn_', 'spn_000000000000000000000000000000001Z7lg6')).toBe(true)
  })
})

describe('isSecret', () => {
  const secret = makeSecret('spn_')

  it('refuses any single changed character', () => {
    fc.assert(
      fc.property(fc.nat(secret.length - 1), fc.constantFrom(...alphabet.split('')), (at, character) => {
        const changed = secret.slice(0, at) + character + secret.slice(at + 1)
        return isSecret('spn_', changed) === (changed === secret)
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => !isSecret('spn_', text)))
    fc.assert(fc.property(fc.stringMatching(/^spn_[0-9A-Za-z]{38}$/), (text) => !isSecret('spn_', text)))
    for (const text of [` ${secret}`, `${secret} `, `${secret}\n`, secret.toUpperCase(), secret.slice(4), `${secret}0`])
      expect(isSecret('spn_', text)).toBe(false)
    expect(isSecret('spn_', makeSecret('spcs_'))).toBe(false)
  })
})

describe('what is kept of a secret', () => {
  it('is its SHA-256 and a hint', () => {
    expect(digestOf('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(hintOf('spn_abcdefghijklmnop')).toBe('spn_abcd…mnop')
  })
})
