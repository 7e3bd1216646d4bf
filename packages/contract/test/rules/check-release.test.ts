import type { Finding, ReleaseDocument } from '@spindle/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { checkRelease, releaseRules } from '../../src/rules/release/check-release.ts'
import { factCases } from './cases/facts.ts'
import { identityCases } from './cases/identity.ts'
import { partyCases } from './cases/parties.ts'
import { presenceCases } from './cases/presence.ts'
import { uploadId, viewWith } from './cases/sample.ts'
import { storeCases } from './cases/stores.ts'
import { styleCases } from './cases/style.ts'
import { textCases } from './cases/texts.ts'

const cases = [
  ...presenceCases,
  ...identityCases,
  ...factCases,
  ...styleCases,
  ...partyCases,
  ...storeCases,
  ...textCases,
]

const pointersOf = (rule: string, change: (typeof cases)[number]['change']) =>
  checkRelease(viewWith(change))
    .filter((finding) => finding.rule.id === rule)
    .map((finding) => finding.pointer)

describe('the sample', () => {
  it('has no finding', () => expect(checkRelease(viewWith())).toEqual([]))
})

describe.each(releaseRules.map(({ id }) => id))('%s', (rule) => {
  const ofRule = cases.filter((candidate) => candidate.rule === rule)

  it('is produced by some case', () =>
    expect(
      ofRule.some(({ at }) => at.length > 0),
      'Add cases in packages/contract/test/rules/cases',
    ).toBe(true))

  it.each(ofRule)('points where it should when $when', ({ change, at }) => expect(pointersOf(rule, change)).toEqual(at))
})

describe('the cases', () => {
  it('name no rule that does not exist', () => {
    const ids = new Set<string>(releaseRules.map(({ id }) => id))
    expect(cases.filter(({ rule }) => !ids.has(rule))).toEqual([])
  })
})

describe('checkRelease', () => {
  it('names rule, source and fix in a finding', () => {
    const [finding] = checkRelease(viewWith({ tracks: [{}, { isrc: 'GB-1' }] }))
    expect(finding).toEqual({
      code: 'identifier_invalid',
      severity: 'error',
      pointer: '/tracks/1/isrc',
      message: '"GB-1" is not a valid ISRC.',
      fix: 'Enter two letters, three letters or digits, a two-digit year and five digits, as in ZZ-ABC-26-00001.',
      rule: { id: 'isrc_invalid', version: 1, source: 'ISO 3901:2019; DDEX ERN 4.3 ResourceId/ISRC' },
    })
  })

  it('offers a better fix where the text allows one', () => {
    const fixes = new Map(
      checkRelease(viewWith({ release: { upc: '036000291453', genre: 'Hip-Hop' } })).map(({ pointer, fix }) => [
        pointer,
        fix,
      ]),
    )
    expect(fixes.get('/upc')).toBe('Compare it with the barcode. If all other digits are correct, the last digit is 2.')
    expect(fixes.get('/genre')).toBe('Did you mean hip_hop?')
    const other = checkRelease(viewWith({ release: { upc: '12', genre: 'noise?' } }))
    expect(other.find(({ pointer }) => pointer === '/upc')?.fix).toContain('12, 13 or 14 digits')
    expect(other.find(({ pointer }) => pointer === '/genre')?.fix).toBe('Choose a genre from the reference list.')
  })

  it('reports only the wrong kind of an upload', () => {
    const dualMono = {
      severity: 'warning',
      code: 'dual_mono',
      pointer: '',
      message: 'x',
      fix: 'y',
      rule: { id: 'dual_mono', version: 1, source: 'z' },
    }
    const found = (change: object) =>
      checkRelease(viewWith({ ...change, uploads: { 1: { findings: [dualMono] } } })).filter(
        ({ code }) => code === 'dual_mono',
      )
    expect(found({}).map(({ pointer }) => pointer)).toEqual(['/tracks/0/uploadId'])
    const asCover = found({ release: { coverUploadId: viewWith().release.tracks[0]?.uploadId } })
    expect(asCover.map(({ pointer }) => pointer)).toEqual(['/tracks/0/uploadId'])
  })

  it('puts the worst first', () => {
    const severities = checkRelease(
      viewWith({
        release: { title: 'NIGHT DRIVE', upc: null, label: null },
        context: { assigns: { upc: true, isrc: true } },
      }),
    ).map(({ severity }) => severity)
    expect(severities).toEqual(['error', 'warning', 'note'])
  })

  it('reports findings of uploads where the release refers to them, and keeps notes with the upload', () => {
    const rule = { id: 'audio_mono', version: 1, source: 'Store guides' }
    const found = (code: string, severity: 'error' | 'warning' | 'note') => ({
      code,
      severity,
      pointer: '',
      message: 'One channel.',
      fix: 'Deliver stereo.',
      rule,
    })
    const findings = checkRelease(
      viewWith({
        uploads: {
          4: { findings: [found('mono', 'error'), found('peak', 'note')] },
          C: { findings: [found('alpha', 'warning')] },
        },
      }),
    )
    expect(findings.map(({ code, severity, pointer }) => [code, severity, pointer])).toEqual([
      ['mono', 'error', '/tracks/3/uploadId'],
      ['alpha', 'warning', '/coverUploadId'],
    ])
  })

  it('says the reason for another type in words', () => {
    const [finding] = checkRelease(viewWith({ release: { type: 'album' } }))
    expect(finding).toMatchObject({
      message:
        'The type is album; stores would list it as EP, because it has 4 tracks with a total of 16:00, the longest 4:00.',
      fix: 'Change the type to EP, or keep album if that is your choice.',
    })
  })

  it('keeps every message within the limit of a finding, however long the texts', () => {
    const long = 'Wrong word '.repeat(45).trim()
    const findings = checkRelease(
      viewWith({ release: { title: long, label: '\u0001' }, tracks: [{ title: long, isrc: 'x'.repeat(40) }] }),
    )
    expect(findings.length).toBeGreaterThan(2)
    for (const { message, pointer } of findings) {
      expect(message.length).toBeLessThanOrEqual(1000)
      expect(pointer.length).toBeLessThanOrEqual(200)
    }
  })
})

describe('any text', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })

  it('is judged without failing, the same each time, at pointers that begin at the release', () => {
    fc.assert(
      fc.property(text, text, text, (one, two, three) => {
        const names = { title: one, version: two, isrc: three, language: two, genre: one }
        const view = viewWith({
          release: { ...names, upc: three, grid: two, timeZone: one, releaseDate: two, metadata: { [one]: two } },
          tracks: [names, { contributors: [{ name: one, role: 'main_artist', partyIds: { isni: two, ipi: three } }] }],
        })
        const findings = checkRelease(view)
        expect(checkRelease(view)).toEqual(findings)
        for (const { pointer } of findings) expect(pointer).toMatch(/^\//)
      }),
    )
  })
})

describe('a minimal draft', () => {
  const minimal: ReleaseDocument = {
    title: 'Night Drive',
    type: 'ep',
    tracks: [{ title: 'Intro', uploadId: uploadId('1') }],
  }

  it('gets the whole list of what submitting needs', () => {
    const findings = checkRelease({ ...viewWith(), release: minimal })
    expect(findings.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`)).toEqual([
      'error label_missing /label',
      'error release_date_missing /releaseDate',
      'error p_line_missing /pLine',
      'error c_line_missing /cLine',
      'error genre_missing /genre',
      'error language_missing /language',
      'error explicit_missing /explicit',
      'error cover_missing /coverUploadId',
      'error main_artist_missing /contributors',
      'error composer_missing /tracks/0/contributors',
      'error track_language_missing /tracks/0/language',
      'error composition_missing /tracks/0/composition',
      'error identifier_missing /upc',
      'error identifier_missing /tracks/0/isrc',
      'warning original_release_date_missing /originalReleaseDate',
      'warning ai_usage_undeclared /aiUsage',
      'warning samples_undeclared /tracks/0/containsSamples',
      'warning type_mismatch /type',
      'warning single_title_mismatch /tracks/0/title',
    ])
  })
})

describe('a legacy asset', () => {
  const line = { year: 2026, text: 'Blue Lamp' }
  const document: ReleaseDocument = {
    title: 'Night Drive',
    type: 'single',
    label: 'Blue Lamp',
    contributors: [{ name: 'Blue Lamp', role: 'main_artist' }],
    pLine: line,
    cLine: line,
    releaseDate: '2026-11-20',
    originalReleaseDate: '2026-11-20',
    territories: { mode: 'worldwide' },
    tracks: [{ title: 'Night Drive', uploadId: uploadId('1') }],
  }
  const errorsIn = (findings: readonly Finding[]) => findings.filter(({ severity }) => severity === 'error')

  it('can be submitted, with warnings for what its API cannot take', () => {
    const findings = checkRelease({ ...viewWith({ legacy: true }), release: document })
    expect(errorsIn(findings)).toEqual([])
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['cover_missing', 'genre_missing', 'composer_missing', 'identifier_missing']),
    )
  })

  it('cannot be submitted while its audio is broken', () => {
    const view = viewWith({ legacy: true, uploads: { 1: { status: 'rejected' } } })
    expect(errorsIn(checkRelease({ ...view, release: document }))).toMatchObject([
      { code: 'upload_rejected', pointer: '/tracks/0/uploadId' },
    ])
  })
})
