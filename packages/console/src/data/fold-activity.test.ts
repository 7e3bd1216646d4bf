import { describe, expect, it } from 'vitest'
import type { ActivityEntry } from './api/team-api.ts'
import { foldActivity } from './fold-activity.ts'

const night = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const other = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYC'

type Written = readonly [type: ActivityEntry['type'], outlet?: string | undefined, more?: Partial<ActivityEntry>]

/** From the oldest to the newest, a second apart, as the hub lists them: the newest first. */
function entriesOf(written: readonly Written[]): ActivityEntry[] {
  const entries = written.map(
    ([type, outlet, more], index): ActivityEntry => ({
      id: `evt_${index}`,
      at: new Date(Date.UTC(2026, 10, 26) + index * 1_000).toISOString(),
      type,
      actor: { type: 'hub', id: null, name: null },
      release: { id: night, title: 'Night Drive' },
      reason: null,
      data: outlet === undefined ? {} : { outlet },
      ...more,
    }),
  )
  return entries.toReversed()
}

/** The rows in short: a type, or the name of an act with what its outlets said and the number of its rows. */
const shortRows = (...days: readonly (readonly ActivityEntry[])[]): string[][] =>
  foldActivity(days).map((rows) =>
    rows.map((row) => {
      if (!('progress' in row)) return row.data.outlet ? `${row.type} ${row.data.outlet}` : row.type
      const { name, outlets, isComplete } = row.progress
      const counts = Object.entries(outlets).flatMap(([result, count]) => (count > 0 ? [`${count} ${result}`] : []))
      return [name, ...counts, ...(isComplete ? ['complete'] : []), `${row.entries.length} rows`].join(', ')
    }),
  )

const byMia = { actor: { type: 'user', id: 'usr_1', name: 'Mia Blue' } } as const

const takedown: readonly Written[] = [
  ['release.takedown_requested', undefined, { ...byMia, reason: 'Rights moved' }],
  ['delivery.takedown_sent', 'Shop'],
  ['delivery.takedown_sent', 'Radio'],
  ['delivery.taken_down', 'Radio'],
  ['delivery.taken_down', 'Shop'],
  ['release.taken_down'],
]

describe('rows of one act', () => {
  it('are one row for a takedown, with who requested it and why', () => {
    const rows = foldActivity([entriesOf(takedown)]).flat()
    expect(rows).toMatchObject([
      {
        key: 'evt_0',
        progress: {
          name: 'takedown',
          outlets: { done: 2, failed: 0, refused: 0, waiting: 0 },
          isComplete: true,
          actor: 'Mia Blue',
          reason: 'Rights moved',
        },
      },
    ])
    expect(rows.flatMap((row) => ('progress' in row ? row.entries.map(({ id }) => id) : []))).toEqual([
      'evt_5',
      'evt_4',
      'evt_3',
      'evt_2',
      'evt_1',
      'evt_0',
    ])
  })

  it('are one row for a delivery; its submission and review stay beside it', () => {
    expect(
      shortRows(
        entriesOf([
          ['release.submitted', undefined, byMia],
          ['release.approved'],
          ['release.delivery_started'],
          ['delivery.sent', 'Shop'],
          ['delivery.acknowledged', 'Shop'],
          ['delivery.live', 'Shop'],
          ['release.live'],
          ['delivery.refused', 'Radio'],
          ['delivery.sent', 'Player'],
        ]),
      ),
    ).toEqual([['delivery, 1 done, 1 refused, 1 waiting, 7 rows', 'release.approved', 'release.submitted']])
  })

  it.each([
    ['after the request', 1, ['release.takedown_requested']],
    ['while nothing is confirmed', 3, ['takedown, 2 waiting, 3 rows']],
    ['while one is confirmed', 4, ['takedown, 1 done, 1 waiting, 4 rows']],
    ['while all outlets have confirmed it and the release is not yet taken down', 5, ['takedown, 2 done, 5 rows']],
    ['at the end', 6, ['takedown, 2 done, complete, 6 rows']],
  ] as const)('are counted as far as they have come: %s', (_when, length, expected) => {
    expect(shortRows(entriesOf(takedown.slice(0, length)))).toEqual([expected])
  })

  it('keep their key while rows are added', () => {
    const keys = [3, 4, 5, 6].map((length) =>
      foldActivity([entriesOf(takedown.slice(0, length))])
        .flat()
        .map((row) => ('progress' in row ? row.key : row.id)),
    )
    expect(new Set(keys.flat())).toEqual(new Set(['evt_0']))
  })

  it('are two acts if the same thing was requested twice', () => {
    const again: readonly Written[] = [
      ['release.takedown_requested', undefined, byMia],
      ['delivery.takedown_sent', 'Shop'],
      ['delivery.taken_down', 'Shop'],
    ]
    expect(shortRows(entriesOf([...again, ...again]))).toEqual([
      ['takedown, 1 done, 3 rows', 'takedown, 1 done, 3 rows'],
    ])
  })

  it('of an outlet that answers late belong to the takedown that it answers', () => {
    expect(
      shortRows(
        entriesOf([
          ['release.takedown_requested', undefined, byMia],
          ['delivery.takedown_sent', 'Shop'],
          ['release.takedown_requested', undefined, byMia],
          ['delivery.takedown_sent', 'Radio'],
          ['delivery.takedown_failed', 'Shop'],
          ['delivery.takedown_sent', 'Shop'],
          ['delivery.taken_down', 'Shop'],
        ]),
      ),
    ).toEqual([['takedown, 1 done, 5 rows', 'takedown, 1 waiting, 2 rows']])
  })

  it('include the request of the hub after an outlet has taken its confirmation back', () => {
    const at = '2026-11-26T09:00:00.000Z'
    const rows: readonly Written[] = [
      ...takedown,
      ['delivery.takedown_failed', 'Shop', { at, reason: 'Still on sale' }],
      ['release.takedown_requested', undefined, { at, reason: 'Still on sale' }],
    ]
    expect(shortRows(entriesOf(rows))).toEqual([['takedown, 1 done, 1 failed, 8 rows']])
    expect(foldActivity([entriesOf(rows)]).flat()).toMatchObject([{ progress: { reason: 'Still on sale' } }])
    const sentAgain: readonly Written[] = [
      ['delivery.takedown_sent', 'Shop'],
      ['delivery.taken_down', 'Shop'],
      ['release.taken_down'],
    ]
    expect(shortRows(entriesOf([...rows, ...sentAgain]))).toEqual([['takedown, 2 done, complete, 11 rows']])
  })

  it('of different releases and of other kinds stay apart', () => {
    const [requested, sent] = takedown
    const ofOther = { release: { id: other, title: 'Undertow' } }
    expect(
      shortRows(
        entriesOf([
          requested,
          ['release.takedown_requested', undefined, ofOther],
          ['key.created', undefined, { release: null }],
          sent,
          ['delivery.takedown_sent', 'Shop', ofOther],
        ] as readonly Written[]),
      ),
    ).toEqual([['takedown, 1 waiting, 2 rows', 'takedown, 1 waiting, 2 rows', 'key.created']])
  })

  it('are one row for each day, which counts what came before', () => {
    const all = entriesOf(takedown)
    expect(shortRows(all.slice(0, 2), all.slice(2, 5), all.slice(5))).toEqual([
      ['takedown, 2 done, complete, 2 rows'],
      ['takedown, 1 done, 1 waiting, 3 rows'],
      ['release.takedown_requested'],
    ])
  })

  it('are one row without their beginning too, and never said to be complete', () => {
    const rows = foldActivity([entriesOf(takedown).slice(0, 4)])
    expect(rows).toMatchObject([[{ key: `takedown ${night}`, progress: { actor: null, isComplete: false } }]])
    expect(shortRows(entriesOf(takedown).slice(0, 4))).toEqual([['takedown, 2 done, 4 rows']])
  })

  it('of an update begin with its submission', () => {
    expect(
      shortRows(
        entriesOf([
          ['release.delivery_started'],
          ['delivery.sent', 'Shop'],
          ['release.submitted', undefined, byMia],
          ['delivery.acknowledged', 'Shop'],
          ['delivery.sent', 'Shop'],
          ['delivery.live', 'Shop'],
        ]),
      ),
    ).toEqual([['delivery, 1 done, 2 rows', 'delivery, 1 waiting, 3 rows', 'release.submitted']])
  })
})
