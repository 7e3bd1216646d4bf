import { describe, expect, it } from 'vitest'
import { isWebp, parseSamples } from './parse-preview.ts'

const samples = {
  channels: 2,
  bytesPerSample: 3,
  encoding: 'signed',
  endian: 'big',
  sampleRate: 44_100,
  position: 54,
  frames: 10,
}

describe('samples that a child found', () => {
  it('are taken when they lie inside the file', () => {
    expect(parseSamples(JSON.stringify(samples), 114)).toEqual(samples)
  })

  it.each([
    ['end behind the file', samples, 113],
    ['are of another width', { ...samples, bytesPerSample: 8 }, 1000],
    ['are somewhere before the file', { ...samples, position: -1 }, 1000],
    ['are a fraction', { ...samples, frames: 1.5 }, 1000],
    ['come with one more member', { ...samples, path: '/etc/passwd' }, 1000],
    ['lack a member', { ...samples, frames: undefined }, 1000],
  ])('are refused when they %s', (_, found, fileBytes) => {
    expect(parseSamples(JSON.stringify(found), fileBytes)).toBeUndefined()
  })

  it.each(['', 'null', '{}', '{', '[]'])('are not %j', (text) => {
    expect(parseSamples(text, 1000)).toBeUndefined()
  })
})

describe('a picture that a child made', () => {
  const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.from([12, 0, 0, 0]), Buffer.from('WEBPVP8 \0\0\0\0')])

  it('is a WebP as long as it says', () => {
    expect(isWebp(webp)).toBe(true)
  })

  it.each([
    ['shorter', webp.subarray(0, 19)],
    ['longer', Buffer.concat([webp, Buffer.from('<script>')])],
    ['markup', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['a WAV', Buffer.from(webp.toString('latin1').replace('WEBP', 'WAVE'), 'latin1')],
  ])('is not %s', (_, bytes) => {
    expect(isWebp(bytes)).toBe(false)
  })
})
