import { describe, expect, it } from 'vitest'
import type { UploadFacts } from '../../uploads/index.ts'
import { compareLengths } from './compare-lengths.ts'

const audio = (durationMs: number | undefined) =>
  ({ technical: durationMs === undefined ? null : { kind: 'audio', durationMs } }) as UploadFacts
const noted = (seconds: number | null, durationMs?: number): string[] =>
  compareLengths([{ seconds }], [audio(durationMs)]).map(({ code, message }) => `${code} ${message}`)

describe('the lengths of a message and its audio', () => {
  it.each([
    [181, 181_999],
    [181, 180_000],
    [181, 182_000],
    [180.5, 181_500],
  ])('are the same where a second or less is between %d s and %d ms', (seconds, durationMs) => {
    expect(noted(seconds, durationMs)).toEqual([])
  })

  it.each([
    [
      181,
      182_001,
      'differs Track 1: the message has the length 3:01, but the audio lasts 3:02. The length of the audio is used.',
    ],
    [
      181,
      179_999,
      'differs Track 1: the message has the length 3:01, but the audio lasts 3:00. The length of the audio is used.',
    ],
    [
      3605,
      4_000,
      'differs Track 1: the message has the length 60:05, but the audio lasts 0:04. The length of the audio is used.',
    ],
  ])('differ where it is more: %d s and %d ms', (seconds, durationMs, words) => {
    expect(noted(seconds, durationMs)).toEqual([words])
  })

  it('are not compared if one of them is unknown', () => {
    expect(noted(null, 4_000)).toEqual([])
    expect(noted(181)).toEqual([])
    expect(compareLengths([{ seconds: 181 }], [undefined])).toEqual([])
  })
})
