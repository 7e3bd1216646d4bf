import type { Upload } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import type { DeliverEvent } from '../deliver-events.ts'
import { plainView } from './plain-view.ts'

const upload = {
  status: 'ready',
  findings: [],
  technical: { kind: 'image', container: 'jpeg', width: 3_000, height: 3_000 },
} as unknown as Upload

/** The lines for events, each with its time in seconds. */
function said(events: readonly (readonly [atSeconds: number, event: DeliverEvent])[]): readonly string[] {
  const lines: string[] = []
  let nowMs = 0
  const view = plainView({ say: (line) => lines.push(line), paint: (_style, text) => text }, () => nowMs)
  for (const [atSeconds, event] of events) {
    nowMs = atSeconds * 1000
    view.emit(event)
  }
  view.close()
  return lines
}

const progress = (bytes: number): DeliverEvent => ({ type: 'progress', file: 'a.wav', bytes, bytesPerSecond: 100_000 })

describe('the plain view', () => {
  it('shows each change on one line, and progress only from time to time', () => {
    expect(
      said([
        [
          0,
          {
            type: 'files',
            files: [
              { name: 'a.wav', bytes: 1_000_000 },
              { name: 'cover.jpg', bytes: 0 },
            ],
          },
        ],
        [0, { type: 'reading', file: 'a.wav' }],
        [1, progress(0)],
        [2, progress(100_000)],
        [3, { type: 'retry', file: 'a.wav', attempt: 2, of: 8, delayMs: 40_000, reason: 'the hub limits requests' }],
        [6, progress(500_000)],
        [7, progress(600_000)],
        [10, progress(900_000)],
        [11, progress(950_000)],
        [12, progress(1_000_000)],
        [12, { type: 'checking', file: 'a.wav' }],
        [13, { type: 'failed', file: 'a.wav', why: 'the connection was lost' }],
        [13, { type: 'checked', file: 'cover.jpg', upload }],
        [14, { type: 'release', releaseId: 'rel_1', text: 'created as a draft' }],
        [15, { type: 'status', at: '2026-11-21T01:02:03.000Z', text: 'player: delivery live' }],
        [15, { type: 'note', text: 'Bell \u0007 and\nline' }],
      ]),
    ).toEqual([
      'Sending 2 files, 1.0 MB',
      'a.wav: retry 2 of 8 in 0:40: the hub limits requests',
      'a.wav: 50% of 1.0 MB  100.0 kB/s 0:05',
      'a.wav: 95% of 1.0 MB  100.0 kB/s 0:01',
      'a.wav: the connection was lost',
      'cover.jpg: checked JPEG 3000x3000',
      '✔ rel_1 created as a draft',
      '  01:02:03 player: delivery live',
      '· Bell   and line',
    ])
  })

  it('names the file of a finding, and shows once what applies to many tracks', () => {
    const finding = (track: number) => ({
      code: 'composer_missing',
      severity: 'error' as const,
      pointer: `/tracks/${track}/contributors`,
      message: `Track ${track + 1} has no composer, lyricist or songwriter.`,
      fix: 'Add a cover.',
    })
    const ofFile = {
      ...finding(1),
      code: 'mono',
      pointer: '/tracks/1/uploadId',
      file: 'b.wav',
      message: 'One channel.',
    }
    expect(
      said([[0, { type: 'findings', findings: [finding(0), finding(1), ofFile, finding(2), finding(5)] }]]),
    ).toEqual([
      '✖ track 1, contributors: Track 1 has no composer, lyricist or songwriter. The same applies to tracks 2-3 and 6.  [composer_missing]',
      '  Add a cover.',
      '✖ b.wav: One channel.  [mono]',
      '  Add a cover.',
    ])
  })
})
