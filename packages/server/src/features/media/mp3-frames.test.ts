import { describe, expect, it } from 'vitest'
import { mp3Frames } from './mp3-frames.ts'

const form = { bitRate: 128, sampleRate: 44_100 }
/** 417 bytes, or one more with padding. */
const frame = (header: number, bytes = 417): Buffer => {
  const made = Buffer.alloc(bytes)
  made.writeUInt32BE(header)
  return made
}
const plain = frame(0xff_fb_90_00)
const padded = frame(0xff_fb_92_00, 418)

describe('frames of an MP3', () => {
  it('are whole after the last byte of a frame, however they are cut', () => {
    const frames = mp3Frames(form)
    for (const byte of Buffer.concat([plain, padded, plain])) {
      expect(frames.add(Uint8Array.of(byte))).toBe(true)
    }
    expect(frames.isWhole).toBe(true)
    expect(frames.add(plain.subarray(0, 2))).toBe(true)
    expect(frames.isWhole).toBe(false)
  })

  it('are not whole without any', () => {
    expect(mp3Frames(form).isWhole).toBe(false)
  })

  it.each([
    ['text', Buffer.from('<script>alert(1)</script>')],
    ['another bit rate', frame(0xff_fb_b0_00)],
    ['another sample rate', frame(0xff_fb_94_00)],
    ['another layer', frame(0xff_fd_90_00)],
    ['something after a frame', Buffer.concat([plain, Buffer.from('TAGx')])],
  ])('are not %s', (_what, bytes) => {
    expect(mp3Frames(form).add(bytes)).toBe(false)
  })
})
