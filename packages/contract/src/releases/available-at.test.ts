import { describe, expect, it } from 'vitest'
import { availableAt } from './available-at.ts'

describe('availableAt', () => {
  it.each([
    ['midnight UTC without more', { releaseDate: '2026-05-01' }, '2026-05-01T00:00:00.000Z'],
    ['a time', { releaseDate: '2026-05-01', releaseTime: '18:30' }, '2026-05-01T18:30:00.000Z'],
    ['midnight in a zone', { releaseDate: '2026-05-01', timeZone: 'Europe/Berlin' }, '2026-04-30T22:00:00.000Z'],
    ['a zone behind UTC', { releaseDate: '2026-01-01', timeZone: 'America/New_York' }, '2026-01-01T05:00:00.000Z'],
    ['the far east', { releaseDate: '2026-05-01', timeZone: 'Pacific/Kiritimati' }, '2026-04-30T10:00:00.000Z'],
    ['a quarter-hour zone', { releaseDate: '2026-05-01', timeZone: 'Asia/Kathmandu' }, '2026-04-30T18:15:00.000Z'],
    [
      'an hour that is skipped',
      { releaseDate: '2026-03-29', releaseTime: '02:30', timeZone: 'Europe/Berlin' },
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'just after a change',
      { releaseDate: '2026-03-29', releaseTime: '03:00', timeZone: 'Europe/Berlin' },
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'the end of time',
      { releaseDate: '9999-12-31', releaseTime: '23:59', timeZone: 'Pacific/Niue' },
      '9999-12-31T23:59:59.999Z',
    ],
    ['its beginning', { releaseDate: '0001-01-01', timeZone: 'Asia/Tokyo' }, '0001-01-01T00:00:00.000Z'],
    ['a zone nobody knows', { releaseDate: '2026-05-01', timeZone: 'Europe/Gotham' }, '2026-05-01T00:00:00.000Z'],
  ])('%s', (_, release, expected) => expect(availableAt(release)?.toISOString()).toBe(expected))

  it('is nothing without a real date', () => {
    expect(availableAt({})).toBeUndefined()
    expect(availableAt({ releaseDate: '0000-01-01' })).toBeUndefined()
    expect(availableAt({ releaseDate: '2026-02-30' })).toBeUndefined()
  })
})
