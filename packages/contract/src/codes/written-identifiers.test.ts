import { describe, expect, it } from 'vitest'
import { isGenreCode } from './genres.ts'
import {
  formatGrid,
  formatIsni,
  formatIsrc,
  formatIswc,
  isCalendarDate,
  normaliseGtin,
  parseGrid,
  parseGtin,
  parseIpi,
  parseIsni,
  parseIsrc,
  parseIswc,
} from './identifiers.ts'
import { parseLanguageTag } from './language-codes.ts'
import { isTerritoryCode } from './territory-codes.ts'

/** Identifiers and codes as people write them, each with what is stored; undefined if it is not one. */

describe('parseIsrc', () => {
  it.each([
    ['ZZABC2600001', 'ZZABC2600001'],
    ['zz-abc-26-00001', 'ZZABC2600001'],
    ['ISRC ZZ-ABC-26-00001', 'ZZABC2600001'],
    ['ISRC:ZZABC2600001', 'ZZABC2600001'],
    ['ZZ ABC 26 00001', 'ZZABC2600001'],
    ['ZZ‑ABC‑26‑00001', 'ZZABC2600001'],
    ['ＺＺＡＢＣ２６００００１', 'ZZABC2600001'],
    ['ISRC02600001', 'ISRC02600001'],
    ['QZ6RS2500007', 'QZ6RS2500007'],
    ['US-RC1-76-07839', 'USRC17607839'],
    ['ZZABC260000', undefined],
    ['ZZABC26000011', undefined],
    ['1ZABC2600001', undefined],
    ['ZZ?BC2600001', undefined],
    ['ZZABC26O0001', undefined],
    ['', undefined],
    [' ', undefined],
  ])('reads %j as %j', (written, stored) => expect(parseIsrc(written)).toBe(stored))
})

describe('parseGtin', () => {
  it.each([
    ['036000291452', '00036000291452'],
    ['0 36000 29145 2', '00036000291452'],
    ['٠٣٦٠٠٠٢٩١٤٥٢', '00036000291452'],
    ['०३६०००२९१४५२', '00036000291452'],
    ['4006381333931', '04006381333931'],
    ['00012345600012', '00012345600012'],
    ['036000291453', undefined],
    ['4006381333932', undefined],
    ['96385074', undefined],
    ['000000000000', undefined],
    ['0360002914520', undefined],
    ['UPC 036000291452', undefined],
    ['abc', undefined],
    ['', undefined],
  ])('reads %j as %j', (written, stored) => expect(parseGtin(written)).toBe(stored))
})

describe('normaliseGtin', () => {
  it.each([
    ['0 36000 29145 2', '036000291452'],
    ['0-36000-29145-2', '036000291452'],
    ['０３６０００２９１４５２', '036000291452'],
    ['0036000291452', '0036000291452'],
    ['00036000291452', '036000291452'],
    ['04006381333931', '4006381333931'],
    ['10036000291459', '10036000291459'],
    ['036000291453', undefined],
    ['abc', undefined],
  ])('stores %j as %j', (written, stored) => expect(normaliseGtin(written)).toBe(stored))
})

describe('parseIswc', () => {
  it.each([
    ['T0345246801', 'T0345246801'],
    ['T-034.524.680-1', 'T0345246801'],
    ['t-034524680-1', 'T0345246801'],
    ['ISWC T-034.524.680-1', 'T0345246801'],
    ['T-034.524.680-2', undefined],
    ['T034524680', undefined],
    ['X0345246801', undefined],
    ['', undefined],
  ])('reads %j as %j', (written, stored) => expect(parseIswc(written)).toBe(stored))
})

describe('parseIsni', () => {
  it.each([
    ['0000000121032683', '0000000121032683'],
    ['0000 0001 2103 2683', '0000000121032683'],
    ['ISNI 0000 0001 2103 2683', '0000000121032683'],
    ['https://isni.org/isni/0000000121032683', '0000000121032683'],
    ['http://www.isni.org/0000000121032683', '0000000121032683'],
    ['000000012150090X', '000000012150090X'],
    ['0000 0001 2150 090x', '000000012150090X'],
    ['0000000121032684', undefined],
    ['00000001210326', undefined],
    ['X000000121032683', undefined],
    ['', undefined],
  ])('reads %j as %j', (written, stored) => expect(parseIsni(written)).toBe(stored))
})

describe('parseGrid', () => {
  it.each([
    ['A12425GABC1234002M', 'A12425GABC1234002M'],
    ['A1-2425G-ABC1234002-M', 'A12425GABC1234002M'],
    ['a1-2425g-abc1234002-m', 'A12425GABC1234002M'],
    ['GRID A1-2425G-ABC1234002-M', 'A12425GABC1234002M'],
    ['A1-2425G-ABC1234002-N', undefined],
    ['B1-2425G-ABC1234002-M', undefined],
    ['A12425GABC1234002', undefined],
    ['', undefined],
  ])('reads %j as %j', (written, stored) => expect(parseGrid(written)).toBe(stored))
})

describe('parseIpi', () => {
  it.each([
    ['00052210040', '00052210040'],
    ['52210040', undefined],
    ['052210040', '00052210040'],
    ['IPI 00052210040', '00052210040'],
    ['0005221004', undefined],
    ['00052210041', undefined],
    ['000000000', undefined],
    ['123', undefined],
    ['', undefined],
  ])('reads %j as %j', (written, stored) => expect(parseIpi(written)).toBe(stored))
})

describe('parseLanguageTag', () => {
  it.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['pt-br', 'pt-BR'],
    ['PT-BR', 'pt-BR'],
    ['iw', 'he'],
    ['ja-latn', 'ja-Latn'],
    ['zh-Hant-TW', 'zh-Hant-TW'],
    ['zxx', 'zxx'],
    ['und', 'und'],
    ['mul', 'mul'],
    ['english', undefined],
    ['en_US', undefined],
    ['xx', undefined],
    ['e', undefined],
    ['', undefined],
    ['en-', undefined],
    ['123', undefined],
  ])('reads %j as %j', (written, stored) => expect(parseLanguageTag(written)).toBe(stored))
})

describe('isTerritoryCode', () => {
  it.each([
    ['DE', true],
    ['US', true],
    ['GB', true],
    ['XK', true],
    ['UK', false],
    ['EU', false],
    ['de', false],
    ['DEU', false],
    ['', false],
    ['ZZ', false],
  ])('reads %j as %j', (written, stored) => expect(isTerritoryCode(written)).toBe(stored))
})

describe('isGenreCode', () => {
  it.each([
    ['rock', true],
    ['hip_hop', true],
    ['afrobeats', true],
    ['Rock', false],
    ['rocks', false],
    ['', false],
    [' ', false],
    ['toString', false],
  ])('reads %j as %j', (written, stored) => expect(isGenreCode(written)).toBe(stored))
})

describe('isCalendarDate', () => {
  it.each([
    ['2026-02-28', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2000-02-29', true],
    ['1900-02-29', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-01-00', false],
    ['2026-1-1', false],
    ['26-01-01', false],
    ['2026-04-31', false],
    ['0000-01-01', false],
    ['0000-12-31', false],
    ['0001-01-01', true],
    ['9999-12-31', true],
    ['2026-01-01T00:00:00Z', false],
    ['', false],
  ])('reads %j as %j', (written, stored) => expect(isCalendarDate(written)).toBe(stored))
})

describe('the forms for the eye', () => {
  it.each([
    [formatIsrc('ZZABC2600001'), 'ZZ-ABC-26-00001'],
    [formatIswc('T0345246801'), 'T-034.524.680-1'],
    [formatIsni('000000012150090X'), '0000 0001 2150 090X'],
    [formatGrid('A12425GABC1234002M'), 'A1-2425G-ABC1234002-M'],
  ])('write %s', (written, expected) => expect(written).toBe(expected))
})
