import type { Release } from '@spindle/client'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { formatContributors, formatHeadline, formatRelease } from './format-release.ts'

const paint = (_style: string, text: string): string => text

const release = {
  id: 'rel_01M807WCJXEAC2R3E4JRE9RZ5K',
  status: 'live',
  title: 'Night Drive',
  type: 'single',
  displayArtist: 'Ada Verne',
  contributors: [
    { name: 'Ada Verne', role: 'main_artist' },
    { name: 'Ada Verne', role: 'composer' },
    { name: 'Bo', role: 'lyricist' },
  ],
  label: 'Blue Lamp',
  genre: 'electronic',
  language: 'en',
  upc: '0200000000110',
  releaseDate: '2026-05-01',
  revision: 2,
  pendingRevision: null,
  review: null,
  validation: { errors: 0, warnings: 1 },
  liveAt: '2026-05-01T00:00:03.000Z',
  updatedAt: '2026-04-01T10:00:00.000Z',
  tracks: [
    {
      id: 'trk_1',
      disc: 1,
      number: 1,
      title: 'Thème d’amour et autres chansons',
      durationMs: 222_000,
      isrc: 'ZZABC2600101',
    },
    { id: 'trk_2', disc: 1, number: 2, title: 'Slow Tide', durationMs: null },
  ],
  deliveries: [
    {
      id: 'dlv_1',
      outlet: { id: 'player', name: 'Player' },
      status: 'live',
      reason: null,
      liveAt: '2026-05-01T00:00:03.000Z',
      tracks: [
        { trackId: 'trk_2', status: 'refused', finding: { code: 'resource_corrupt', message: 'Damaged.', fix: '' } },
      ],
    },
  ],
  findings: [
    { code: 'title_case', severity: 'warning', pointer: '/tracks/1/title', message: 'It is in lower case.', fix: '' },
  ],
} as unknown as Release

const lines = (columns: number, more: object = {}, details = {}) =>
  formatRelease({ ...release, ...more } as Release, { paint, columns }, details)

describe('formatRelease', () => {
  it('shows who made it, what it is, its tracks, where it is, and what was found', () => {
    expect(lines(100, {}, { etag: '"abc"' })).toEqual([
      '"Night Drive", single, 2 tracks, 2026-05-01',
      '  id          rel_01M807WCJXEAC2R3E4JRE9RZ5K',
      '  status      live',
      '  artist      Ada Verne',
      '  credits     Ada Verne (main artist, composer), Bo (lyricist)',
      '  label       Blue Lamp',
      '  genre       electronic',
      '  language    en',
      '  upc         0200000000110',
      '  revision    2',
      '  checked     0 errors, 1 warning',
      '  live since  2026-05-01 00:00:03Z',
      '  changed     2026-04-01 10:00:00Z',
      '  etag        "abc"',
      '',
      '  1  Thème d’amour et autres chansons    3:42  ZZABC2600101  trk_1',
      '  2  Slow Tide                           -     no ISRC       trk_2',
      '',
      'Deliveries',
      '  Player  live  live since 2026-05-01 00:00:03Z  dlv_1',
      '  ✖ Player refused track 2 "Slow Tide": Damaged.  [resource_corrupt]',
      '',
      'Findings',
      '  ! track 2, title: It is in lower case.  [title_case]',
    ])
  })

  it('names the release that it replaces, and the one that replaces it', () => {
    const shown = lines(100, { replaces: 'rel_1', replacedBy: 'rel_2' })
    expect(shown.filter((line) => line.includes('replace'))).toEqual(['  replaces     rel_1', '  replaced by  rel_2'])
  })

  it('names the disc where there are several', () => {
    const tracks = release.tracks.map((track, index) => ({ ...track, disc: index + 1, number: 1 }))
    expect(lines(80, { tracks }).filter((line) => /^ {2}\d-\d/.test(line))).toHaveLength(2)
  })

  it('names who made a track where that is not the release', () => {
    const tracks = [{ ...release.tracks[0], contributors: [{ name: 'Cy', role: 'main_artist' }] }]
    expect(lines(120, { tracks }).join('\n')).toContain('Cy (main artist)')
  })

  it('shows what a waiting revision is, and what the reviewer asks for', () => {
    const issues = [{ pointer: '/label', code: 'other', note: 'Wrong label' }]
    const review = { decision: 'changes_requested', revision: 2, note: null, issues, decidedAt: null }
    const text = lines(80, { pendingRevision: 3, status: 'changes_requested', review }).join('\n')
    expect(text).toContain('revision    2; submit to deliver 3')
    expect(text).toContain('Changes requested in review\n  ✎ label: Wrong label')
  })

  it.each([40, 80, 120])('fits %i columns and keeps codes, dates and titles', (columns) => {
    const shown = lines(columns)
    const tables = shown.filter((line) => !/^ {2}[✖!]|^"/.test(line))
    for (const line of tables) expect(stringWidth(line)).toBeLessThanOrEqual(columns)
    const text = shown.join('\n')
    for (const whole of ['0200000000110', '2026-05-01', 'ZZABC2600101', 'chansons', 'live'])
      expect(text).toContain(whole)
  })
})

describe('formatContributors', () => {
  it('is undefined without any', () => {
    expect(formatContributors(undefined)).toBeUndefined()
    expect(formatContributors([])).toBeUndefined()
  })
})

describe('formatHeadline', () => {
  it('shows what a person must recognise, without control characters', () => {
    expect(formatHeadline({ ...release, title: 'A\u001b[2J', releaseDate: undefined } as never)).toBe(
      '"A", single, 2 tracks, no release date',
    )
  })
})
