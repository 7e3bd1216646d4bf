import { describe, expect, it } from 'vitest'
import type { DeliverEvent } from '../deliver-events.ts'
import type { Plan } from '../plan/make-plan.ts'
import { formatEvent } from './format-event.ts'

const out = { paint: (_style: string, text: string) => text }

const track = (title: string, disc: number | undefined, durationMs: number | undefined, name: string) => ({
  master: { file: { name }, format: durationMs === undefined ? undefined : { durationMs } },
  members: { title, disc },
})

const plan = (change: object = {}): Plan =>
  ({
    release: { title: 'Night Drive' },
    tracks: [track('Opening', undefined, 222_000, '01.wav'), track('Slow Tide', undefined, undefined, '02.wav')],
    typeReason: 'single, because of 2 tracks',
    defaults: { files: [], members: [] },
    suggestions: [],
    notes: [],
    cover: undefined,
    ...change,
  }) as object as Plan

const finding = {
  code: 'mono',
  severity: 'warning',
  pointer: '/tracks/0/uploadId',
  message: 'It is mono.',
  fix: 'Check it.',
} as const

describe('an event of a delivery, line by line', () => {
  it.each<[string, DeliverEvent, readonly string[]]>([
    ['a note, without control characters', { type: 'note', text: 'It \u001b[31mis\u0007 so.' }, ['· It is  so.']],
    [
      'the files that are sent',
      {
        type: 'files',
        files: [
          { name: 'a', bytes: 1_500_000 },
          { name: 'b', bytes: 500_000 },
        ],
      },
      ['Sending 2 files, 2.0 MB'],
    ],
    ['one file', { type: 'files', files: [{ name: 'a', bytes: 999 }] }, ['Sending 1 file, 999 B']],
    [
      'files the hub has',
      { type: 'files', files: [{ name: 'a', bytes: 9, isSent: true }] },
      ['Nothing to send: the hub already has 1 file'],
    ],
    [
      'some files the hub has',
      {
        type: 'files',
        files: [
          { name: 'a', bytes: 9, isSent: true },
          { name: 'b', bytes: 8 },
        ],
      },
      ['Sending 1 file, 8 B; the hub already has 1 file'],
    ],
    [
      'a finding in a file, by the name of the file',
      { type: 'findings', findings: [{ ...finding, file: '01.wav' }] },
      ['! 01.wav: It is mono.  [mono]', '  Check it.'],
    ],
    [
      'a finding in the metadata, by its place',
      { type: 'findings', findings: [{ ...finding, pointer: '/title' }] },
      ['! title: It is mono.  [mono]', '  Check it.'],
    ],
    [
      'differences to what was submitted',
      { type: 'differences', differences: ['title: A, now B'] },
      ['! The folder was changed after the release was submitted:', '  title: A, now B'],
    ],
    [
      'what a reviewer asks for',
      { type: 'review', review: { notes: [{ pointer: '', note: 'As a whole.' }] } as never },
      ['Changes requested in review:', '  ✎ As a whole.'],
    ],
    [
      'a submission, with all that it found',
      { type: 'submitted', releaseId: 'rel_1', findings: [finding, { ...finding, severity: 'note' }] as never },
      ['✔ rel_1 submitted, with 1 warning, 1 note'],
    ],
    ['a submission without findings', { type: 'submitted', releaseId: 'rel_1', findings: [] }, ['✔ rel_1 submitted']],
    ['the release', { type: 'release', text: 'created', releaseId: 'rel_1' }, ['✔ rel_1 created']],
    [
      'another status, at its time of day',
      { type: 'status', text: 'Player: live', at: '2026-05-01T08:00:03.000Z' },
      ['  08:00:03 Player: live'],
    ],
    ['progress, which has its own place', { type: 'reading', file: '01.wav' }, []],
    ['a failed file, which has its own place', { type: 'failed', file: '01.wav', why: 'x' }, []],
  ])('of %s', (_what, event, lines) => {
    expect(formatEvent(event, out)).toEqual(lines)
  })

  it('shows a plan with the length of each track, where it is known', () => {
    expect(formatEvent({ type: 'planned', plan: plan() }, out)).toEqual([
      'Night Drive  single, because of 2 tracks',
      '     1  Opening  3:42  01.wav',
      '     2  Slow Tide  -  02.wav',
      '  cover  none',
    ])
  })

  it('counts the tracks of each disc, and says what came from tags and what was noticed', () => {
    const discs = plan({
      tracks: [track('A', 1, 60_000, 'a.wav'), track('B', 2, 60_000, 'b.wav'), track('C', 2, 60_000, 'c.wav')],
      cover: { file: { name: 'cover.jpg' } },
      defaults: { files: [], members: [] },
      suggestions: [
        { member: 'title', value: 'Night Drive' },
        { member: 'label', value: 'Blue\u0007Lamp' },
      ],
      notes: ['Two files say they are track 1.'],
    })
    expect(formatEvent({ type: 'planned', plan: discs }, out)).toEqual([
      'Night Drive  single, because of 2 tracks',
      '   1-1  A  1:00  a.wav',
      '   2-1  B  1:00  b.wav',
      '   2-2  C  1:00  c.wav',
      '  cover  cover.jpg',
      'From tags and file names: title Night Drive, label Blue Lamp',
      '! Two files say they are track 1.',
    ])
  })
})
