import type { Upload } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import type { FileState } from './file-states.ts'
import { formatCheck, formatFileState, formatRetry } from './format-file-state.ts'

const audio = { kind: 'audio', container: 'wav', sampleRate: 44_100, bitDepth: 24, durationMs: 222_000 }
const upload = (change: object = {}): Upload =>
  ({ status: 'ready', technical: audio, findings: [], ...change }) as object as Upload
const findings = (...severities: readonly string[]) => severities.map((severity) => ({ severity }))

describe('the check of a file, in words', () => {
  it.each([
    [{}, 'checked WAV 24/44.1 3:42'],
    [{ technical: { ...audio, container: 'mp3', bitDepth: null, sampleRate: 48_000 } }, 'checked MP3 48 3:42'],
    [{ technical: { kind: 'image', container: 'jpeg', width: 3000, height: 2999 } }, 'checked JPEG 3000x2999'],
    [{ technical: null }, 'checked'],
    [{ status: 'rejected', findings: findings('error') }, 'rejected'],
    [{ findings: findings('note') }, 'checked WAV 24/44.1 3:42'],
    [{ findings: findings('warning') }, 'checked WAV 24/44.1 3:42 (1 warning)'],
    [
      { findings: findings('error', 'warning', 'error', 'warning', 'note') },
      'checked WAV 24/44.1 3:42 (2 errors, 2 warnings)',
    ],
  ])('of %j', (change, words) => {
    expect(formatCheck(upload(change))).toBe(words)
  })
})

describe('another attempt, in words', () => {
  it.each([
    [4_999, 'retry 1 of 8'],
    [5_000, 'retry 1 of 8 in 0:05: the hub limits requests'],
    [40_000, 'retry 1 of 8 in 0:40: the hub limits requests'],
  ])('after %d ms', (delayMs, words) => {
    expect(formatRetry({ attempt: 1, of: 8, delayMs, reason: 'the hub limits requests' })).toBe(words)
  })
})

describe('the state of a file, in words', () => {
  const retry = { attempt: 2, of: 8, delayMs: 500, reason: 'connection lost' }
  it.each<[Partial<FileState>, string]>([
    [{}, ''],
    [{ phase: 'reading' }, 'reading'],
    [{ phase: 'checking' }, 'checking'],
    [{ phase: 'sending' }, ''],
    [{ phase: 'sending', retry }, 'retry 2 of 8'],
    [{ phase: 'sending', sent: 40_000_000, bytesPerSecond: 100_000 }, '100.0 kB/s 0:20'],
    [{ phase: 'sending', sent: 40_000_000, bytesPerSecond: 100_000, retry }, '100.0 kB/s 0:20 retry 2 of 8'],
    [{ phase: 'checked' }, 'checked'],
    [{ phase: 'checked', upload: upload() }, 'checked WAV 24/44.1 3:42'],
    [{ phase: 'failed' }, 'failed'],
    [{ phase: 'failed', why: 'the file changed' }, 'the file changed'],
  ])('of %j', (change, words) => {
    const file: FileState = {
      name: 'a.wav',
      bytes: 42_000_000,
      phase: 'waiting',
      sent: 0,
      bytesPerSecond: 0,
      retry: undefined,
      upload: undefined,
      why: undefined,
      ...change,
    }
    expect(formatFileState(file)).toBe(words)
  })
})
