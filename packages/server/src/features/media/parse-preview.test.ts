import { describe, expect, it } from 'vitest'
import { isWebp, parseJpeg, parseSamples } from './parse-preview.ts'

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

describe('a cover that a child made', () => {
  const frame = (marker: string, height: string, width: string) => `ff${marker}000b08${height}${width}01011100`
  const application = 'ffe000104a46494600010100000100010000'
  const jpeg = (...segments: string[]) => Buffer.from(`ffd8${segments.join('')}ffd9`, 'hex')
  const whole = jpeg(application, frame('c0', '0bb8', '0bb9'), 'ffda0000')

  it('is a JPEG of the size that it says', () => {
    expect(parseJpeg(whole)).toEqual({ width: 3001, height: 3000 })
    expect(parseJpeg(jpeg(frame('c2', '0001', '0002')))).toEqual({ width: 2, height: 1 })
  })

  it.each([
    ['without its end', whole.subarray(0, -1)],
    ['with something behind it', Buffer.concat([whole, Buffer.from('<script>')])],
    ['without a frame', jpeg(application)],
    ['with a frame after its scan', jpeg(application, 'ffda0008010100003f00', frame('c0', '0bb8', '0bb8'))],
    ['of no height', jpeg(frame('c0', '0000', '0bb8'))],
    ['with lengths that lead nowhere', jpeg('ffe0fffff', '0'.repeat(39))],
    ['without lengths', jpeg('00'.repeat(64))],
    ['with segments of no length', jpeg('ffe00000'.repeat(1000))],
    ['a WebP', Buffer.from('RIFF\x0c\0\0\0WEBPVP8 \0\0\0\0')],
    ['empty', Buffer.alloc(0)],
  ])('is none %s', (_, bytes) => expect(parseJpeg(bytes)).toBeUndefined())
})
