import { describe, expect, it } from 'vitest'
import { parseByteCount, parseChecksum, parseMetadata, parseNewLength, requireOneUpload } from './tus-headers.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const refusal = { code: 'invalid_request' }

describe('parseByteCount', () => {
  it.each([
    ['0', 0],
    ['2147483648', 2_147_483_648],
    ['9007199254740991', 9_007_199_254_740_991],
  ])('reads %s', (text, count) => expect(parseByteCount('Upload-Offset', text)).toBe(count))

  it.each(['', '-1', '+1', '1.0', '1e3', '0x10', '９', '9007199254740992', '1, 2', ' '])('refuses "%s"', (text) =>
    expect(() => parseByteCount('Upload-Offset', text)).toThrow(expect.objectContaining(refusal)),
  )

  it('refuses a header sent twice', () =>
    expect(() => parseByteCount('Upload-Offset', ['1', '1'])).toThrow(expect.objectContaining(refusal)))
})

describe('parseNewLength', () => {
  it('takes a length or its deferral, exactly one', () => {
    expect(parseNewLength('5', undefined)).toBe(5)
    expect(parseNewLength(undefined, '1')).toBeUndefined()
    for (const [length, defer] of [
      [undefined, undefined],
      ['5', '1'],
      [undefined, '0'],
    ])
      expect(() => parseNewLength(length, defer)).toThrow(expect.objectContaining(refusal))
  })
})

describe('parseMetadata', () => {
  const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

  it('reads the names of both families of clients', () => {
    expect(parseMetadata(`filename ${base64('a ä.wav')},filetype ${base64('audio/wav')},other`)).toEqual({
      filename: 'a ä.wav',
      filetype: 'audio/wav',
      kind: undefined,
      sha256: undefined,
      header: 'filename YSDDpC53YXY=,filetype YXVkaW8vd2F2,other',
    })
    expect(parseMetadata(`name ${base64('b.png')}, type ${base64('image/png')}`)).toMatchObject({
      filename: 'b.png',
      filetype: 'image/png',
    })
  })

  it('reads a SHA-256 as hexadecimal digits and as base64', () => {
    const binary = Buffer.from(digest, 'hex')
    expect(parseMetadata(`sha256 ${base64(digest)}`).sha256).toEqual(binary)
    expect(parseMetadata(`sha256 ${base64(binary.toString('base64'))}`).sha256).toEqual(binary)
  })

  it.each([
    `kind ${base64('video')}`,
    `sha256 ${base64('abc')}`,
    'filename a,filename b',
    'filename !!!',
    'filename YQ== YQ==',
    `filename ${'A'.repeat(5_000)}`,
  ])('refuses %s', (header) => expect(() => parseMetadata(header)).toThrow(expect.objectContaining(refusal)))
})

describe('parseChecksum', () => {
  it('reads an algorithm and a digest', () =>
    expect(parseChecksum('crc32c 4waSgw==')).toEqual({ algorithm: 'crc32c', digest: Buffer.from('e3069283', 'hex') }))

  it.each([
    ['one that was cut', 'sha1 AAAA', 'The digest has 3 bytes. For sha1 it must have 20.'],
    ['hexadecimal digits', `md5 ${'d'.repeat(32)}`, 'The digest has 24 bytes. For md5 it must have 16.'],
    [
      'one of another algorithm',
      `sha256 ${Buffer.alloc(16).toString('base64')}`,
      'The digest has 16 bytes. For sha256 it must have 32.',
    ],
  ])('refuses %s, which no body would match', (_, header, detail) =>
    expect(() => parseChecksum(header)).toThrow(
      expect.objectContaining({
        options: { errors: [expect.objectContaining({ pointer: 'Upload-Checksum', detail })] },
      }),
    ),
  )

  it.each(['sha512 AAAA', 'sha1', 'sha1 ', 'SHA1 AAAA', 'sha1 *'])('refuses %s', (header) =>
    expect(() => parseChecksum(header)).toThrow(expect.objectContaining(refusal)),
  )
})

describe('requireOneUpload', () => {
  it.each(['partial', 'final;/uploads/upl_1 /uploads/upl_2', ''])('refuses a part of a concatenation: "%s"', (header) =>
    expect(() => requireOneUpload(header)).toThrow(expect.objectContaining(refusal)),
  )

  it('takes a whole file', () => expect(() => requireOneUpload(undefined)).not.toThrow())
})
