import type { Upload } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import type { DeliverEvent } from '../deliver-events.ts'
import { type FileState, type FileStates, isDone, nextFileStates } from './file-states.ts'

const upload = { id: 'upl_1', status: 'ready' } as object as Upload
const retry = { attempt: 1, of: 8, delayMs: 500, reason: 'connection lost' }
const files: DeliverEvent = {
  type: 'files',
  files: [
    { name: 'a.wav', bytes: 1000 },
    { name: 'b.wav', bytes: 2000 },
  ],
}

/** The states after these events, which follow the list of files. */
const after = (...events: readonly DeliverEvent[]): FileStates =>
  [files, ...events].reduce<FileStates>(nextFileStates, [])
const firstAfter = (...events: readonly DeliverEvent[]): FileState | undefined => after(...events)[0]

const waiting = {
  name: 'a.wav',
  bytes: 1000,
  phase: 'waiting',
  sent: 0,
  bytesPerSecond: 0,
  retry: undefined,
  upload: undefined,
  why: undefined,
}
const sending = (bytes: number, bytesPerSecond: number): DeliverEvent => ({
  type: 'progress',
  file: 'a.wav',
  bytes,
  bytesPerSecond,
})

describe('the states of files', () => {
  it('begin with every file waiting', () => {
    expect(after()).toEqual([waiting, { ...waiting, name: 'b.wav', bytes: 2000 }])
  })

  it('start again with another list of files', () => {
    const other: DeliverEvent = { type: 'files', files: [{ name: 'c.wav', bytes: 1 }] }
    expect(after(sending(10, 1), other)).toEqual([{ ...waiting, name: 'c.wav', bytes: 1 }])
  })

  it.each<[string, readonly DeliverEvent[], Partial<FileState>]>([
    ['is read', [{ type: 'reading', file: 'a.wav' }], { phase: 'reading' }],
    ['is sent', [sending(400, 50)], { phase: 'sending', sent: 400, bytesPerSecond: 50 }],
    [
      'keeps its speed while none can be measured',
      [sending(400, 50), sending(500, 0)],
      { phase: 'sending', sent: 500, bytesPerSecond: 50 },
    ],
    [
      'falls back to what the hub holds',
      [sending(400, 50), sending(300, 50)],
      { phase: 'sending', sent: 300, bytesPerSecond: 50 },
    ],
    ['is tried again', [{ type: 'retry', file: 'a.wav', ...retry }], { phase: 'waiting', retry }],
    [
      'is still tried again while no byte moves',
      [sending(400, 50), { type: 'retry', file: 'a.wav', ...retry }, sending(400, 50)],
      { phase: 'sending', sent: 400, bytesPerSecond: 50, retry },
    ],
    [
      'is no longer tried again when bytes move',
      [sending(400, 50), { type: 'retry', file: 'a.wav', ...retry }, sending(401, 50)],
      { phase: 'sending', sent: 401, bytesPerSecond: 50 },
    ],
    [
      'is sent as a whole when its check begins',
      [
        { type: 'retry', file: 'a.wav', ...retry },
        { type: 'checking', file: 'a.wav' },
      ],
      { phase: 'checking', sent: 1000 },
    ],
    ['is checked', [{ type: 'checked', file: 'a.wav', upload }], { phase: 'checked', upload }],
    ['failed', [{ type: 'failed', file: 'a.wav', why: 'does not exist' }], { phase: 'failed', why: 'does not exist' }],
  ])('say that a file %s', (_what, events, change) => {
    expect(firstAfter(...events)).toEqual({ ...waiting, ...change })
  })

  it('do not change other files', () => {
    expect(after(sending(400, 50))[1]).toEqual({ ...waiting, name: 'b.wav', bytes: 2000 })
  })

  it.each<[DeliverEvent]>([
    [{ type: 'note', text: 'x' }],
    [{ type: 'findings', findings: [] }],
    [{ type: 'release', text: 'created', releaseId: 'rel_1' }],
    [{ type: 'failed', file: 'unknown.wav', why: 'x' }],
  ])('stay as they are after %j', (event) => {
    expect(after(event)).toEqual(after())
  })

  it.each<[FileState['phase'], boolean]>([
    ['waiting', false],
    ['reading', false],
    ['sending', false],
    ['checking', false],
    ['checked', true],
    ['failed', true],
  ])('a file that is %s is done: %s', (phase, isIt) => {
    expect(isDone({ ...waiting, phase })).toBe(isIt)
  })
})
