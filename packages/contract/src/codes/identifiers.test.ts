import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatGrid,
  formatIsni,
  formatIsrc,
  formatIswc,
  gridCheckCharacter,
  gtinCheckDigit,
  ipiCheckDigits,
  isCalendarDate,
  isniCheckCharacter,
  iswcCheckDigit,
  parseGrid,
  parseGtin,
  parseIpi,
  parseIsni,
  parseIsrc,
  parseIswc,
} from './identifiers.ts'

const text = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
const digits = (length: number) => text('0123456789', length)
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const alphanumerics = `0123456789${letters}`

const isrcs = fc
  .tuple(text(letters, 2), text(alphanumerics, 3), digits(7))
  .map(([country, registrant, rest]) => country + registrant + rest)

interface Checked {
  readonly name: string
  readonly valid: fc.Arbitrary<string>
  readonly alphabet: string
  readonly parse: (input: string) => string | undefined
}

const checked: readonly Checked[] = [
  {
    name: 'UPC and EAN',
    valid: fc.oneof(digits(11), digits(12), digits(13)).map((body) => body + gtinCheckDigit(body)),
    alphabet: '0123456789',
    parse: parseGtin,
  },
  {
    name: 'ISNI',
    valid: digits(15).map((body) => body + isniCheckCharacter(body)),
    alphabet: '0123456789',
    parse: parseIsni,
  },
  {
    name: 'GRid',
    valid: text(alphanumerics, 15).map((body) => `A1${body}${gridCheckCharacter(`A1${body}`)}`),
    alphabet: alphanumerics,
    parse: parseGrid,
  },
  {
    name: 'IPI',
    valid: digits(9)
      .map((body) => body + ipiCheckDigits(body))
      .filter((ipi) => ipi.length === 11),
    alphabet: '0123456789',
    parse: parseIpi,
  },
]

describe.each(checked)('$name', ({ valid, alphabet, parse }) => {
  const notZero = valid.filter((identifier) => /[^0]/.test(identifier))

  it('is read back with any separators in it', () => {
    fc.assert(
      fc.property(notZero, fc.array(fc.constantFrom('-', ' ', '\u2011', '.')), (identifier, marks) => {
        const written = Array.from(identifier, (character, place) => character + (marks[place] ?? '')).join('')
        expect(parse(written)?.endsWith(identifier)).toBe(true)
        expect(parse(written.toLowerCase())).toBe(parse(identifier))
      }),
    )
  })

  it('is refused when one character is another', () => {
    fc.assert(
      fc.property(notZero, fc.nat(), fc.constantFrom(...alphabet), (identifier, seed, other) => {
        const place = seed % identifier.length
        fc.pre(identifier.charAt(place) !== other)
        expect(parse(identifier.slice(0, place) + other + identifier.slice(place + 1))).toBeUndefined()
      }),
    )
  })
})

describe('ISRC', () => {
  it.each([
    ['ZZ-ABC-26-00001', 'ZZABC2600001'],
    ['zzabc2600001', 'ZZABC2600001'],
    ['ISRC ZZ-ABC-26-00001', 'ZZABC2600001'],
    ['isrc:ZZABC2600001', 'ZZABC2600001'],
    [' ZZ ABC 26 00001 ', 'ZZABC2600001'],
    ['ZZ\u2011ABC\u201326\u221200001', 'ZZABC2600001'],
    ['IS-RC1-23-45678', 'ISRC12345678'],
    ['ISRC IS-RC1-23-45678', 'ISRC12345678'],
    ['GB-ABC-26-0001', undefined],
    ['ZZ-ABC-26-000011', undefined],
    ['1Z-ABC-26-00001', undefined],
    ['ZZ-A.B_C-26-00001', undefined],
    ['', undefined],
  ])('reads %j as %j', (input, expected) => expect(parseIsrc(input)).toBe(expected))

  it('survives formatting, prefix and case', () => {
    fc.assert(
      fc.property(isrcs, (isrc) => {
        expect(parseIsrc(formatIsrc(isrc))).toBe(isrc)
        expect(parseIsrc(`ISRC ${formatIsrc(isrc).toLowerCase()}`)).toBe(isrc)
      }),
    )
  })

  it('never throws, and only answers the normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (input) => {
        for (const parse of [parseIsrc, parseGtin, parseIswc, parseIsni, parseGrid, parseIpi])
          expect(parse(input) ?? 'NONE').toMatch(/^[A-Z0-9]+$/)
      }),
    )
  })

  it('is shown with hyphens', () => expect(formatIsrc('ZZABC2600001')).toBe('ZZ-ABC-26-00001'))
})

describe('known identifiers', () => {
  it.each([
    ['036000291452', '00036000291452'],
    ['4006381333931', '04006381333931'],
    ['0 36000 29145 2', '00036000291452'],
    ['10614141000415', '10614141000415'],
    ['036000291453', undefined],
    ['96385074', undefined],
    ['000000000000', undefined],
    ['O36000291452', undefined],
  ])('GTIN %j is %j', (input, expected) => expect(parseGtin(input)).toBe(expected))

  it.each([
    ['T-034.524.680-1', 'T0345246801'],
    ['T-034.524.680-2', undefined],
    ['t0345246801', 'T0345246801'],
    ['ISWC T-034.524.680-1', 'T0345246801'],
    ['0345246801', undefined],
  ])('ISWC %j is %j', (input, expected) => expect(parseIswc(input)).toBe(expected))

  it('an ISWC is read back from its written form', () => {
    fc.assert(
      fc.property(digits(9), (body) => {
        const iswc = `T${body}${iswcCheckDigit(body)}`
        expect(parseIswc(formatIswc(iswc))).toBe(iswc)
      }),
    )
    expect(formatIswc('T0345246801')).toBe('T-034.524.680-1')
  })

  it.each([
    ['0000 0001 2103 2683', '0000000121032683'],
    ['https://isni.org/isni/000000012146438X', '000000012146438X'],
    ['0000 0001 2103 2684', undefined],
    ['0000 0001 2103 268', undefined],
  ])('ISNI %j is %j', (input, expected) => expect(parseIsni(input)).toBe(expected))

  it('an ISNI is shown in fours', () => expect(formatIsni('0000000121032683')).toBe('0000 0001 2103 2683'))

  it.each([
    ['A1-2425G-ABC1234002-M', 'A12425GABC1234002M'],
    ['GRid:A1-2425G-ABC1234002-M', 'A12425GABC1234002M'],
    ['A1-2425G-ABC1234002-N', undefined],
    ['B1-2425G-ABC1234002-M', undefined],
  ])('GRid %j is %j', (input, expected) => expect(parseGrid(input)).toBe(expected))

  it('a GRid is shown in four parts', () => expect(formatGrid('A12425GABC1234002M')).toBe('A1-2425G-ABC1234002-M'))

  it.each([
    ['00014107338', '00014107338'],
    ['52210040', undefined],
    ['052210040', '00052210040'],
    ['00014107339', undefined],
  ])('IPI %j is %j', (input, expected) => expect(parseIpi(input)).toBe(expected))
})

describe('isCalendarDate', () => {
  it.each(['2026-02-28', '2024-02-29', '2000-02-29', '0099-12-31', '2026-12-31'])('%s exists', (date) =>
    expect(isCalendarDate(date)).toBe(true),
  )

  it.each([
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-01-00',
    '2026-1-1',
    '0000-02-29',
  ])('%s does not', (date) => expect(isCalendarDate(date)).toBe(false))

  it('agrees with the calendar of the platform', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') }),
        (date) => {
          expect(isCalendarDate(date.toISOString().slice(0, 10))).toBe(true)
        },
      ),
    )
  })
})
