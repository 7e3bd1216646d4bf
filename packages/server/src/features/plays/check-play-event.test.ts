import { PlayEvent } from '@spindle/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notJson } from './batch-body.ts'
import { checkPlayEvent, parseInstant } from './check-play-event.ts'

const window = { fromMs: Date.parse('2026-02-19T00:00:00Z'), toMs: Date.parse('2026-05-20T12:10:00Z') }
const trackId = 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const good = { id: 'a', trackId, at: '2026-05-01T08:00:00Z' }
const check = (item: unknown) => checkPlayEvent(item, window)

describe('checkPlayEvent', () => {
  it('fills what the event does not say', () => {
    expect(check(good)).toEqual({
      id: 'a',
      trackId,
      atMs: 1_777_622_400_000,
      territory: '',
      source: '',
      model: '',
      playedMs: null,
    })
  })

  it('takes everything an event can say', () => {
    expect(check({ ...good, territory: 'DE', source: 'radio', model: 'free', playedMs: 0 })).toMatchObject({
      territory: 'DE',
      source: 'radio',
      model: 'free',
      playedMs: 0,
    })
  })

  it.each([
    [notJson, 'invalid_json'],
    [null, 'invalid_member'],
    [[], 'invalid_member'],
    ['text', 'invalid_member'],
    [{}, 'invalid_member'],
    [{ ...good, id: 1 }, 'invalid_member'],
    [{ ...good, id: 'x'.repeat(65) }, 'invalid_member'],
    [{ ...good, id: 'é' }, 'invalid_member'],
    [{ ...good, id: 'a\n' }, 'invalid_member'],
    [{ ...good, trackId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }, 'invalid_member'],
    [{ ...good, at: 1_777_622_400_000 }, 'invalid_member'],
    [{ ...good, territory: 'de' }, 'invalid_member'],
    [{ ...good, territory: null }, 'invalid_member'],
    [{ ...good, playedMs: 1.5 }, 'invalid_member'],
    [{ ...good, playedMs: '1' }, 'invalid_member'],
    [{ ...good, playedMs: 86_400_001 }, 'invalid_member'],
    [{ ...good, source: 'PLAYLIST' }, 'invalid_member'],
    [{ ...good, model: '' }, 'invalid_member'],
    [JSON.parse(`{"__proto__":{},"id":"a"}`), 'unknown_member'],
    [{ ...good, at: '2026-05-20T12:10:00.001Z' }, 'in_future'],
    [{ ...good, at: '2026-02-18T23:59:59.999Z' }, 'too_old'],
  ])('refuses %j', (item, code) => {
    expect(check(item)).toMatchObject({ code })
  })

  it('lists the members to whoever guessed one', () => {
    expect(check({ ...good, startedAt: '2026-05-20T12:00:00Z' })).toMatchObject({
      message:
        'An event has no member "startedAt". Its members are id, trackId, at, territory, playedMs, source, model.',
    })
  })

  it.each([
    ['UK', 'territory must be an ISO 3166-1 alpha-2 code in capitals: write GB.'],
    ['DEU', 'territory must be an ISO 3166-1 alpha-2 code in capitals: write DE.'],
    ['ZZ', 'territory must be an ISO 3166-1 alpha-2 code in capitals.'],
  ])('says which code the territory %s has', (territory, message) => {
    expect(check({ ...good, territory })).toMatchObject({ code: 'invalid_member', message })
    expect(check({ ...good, territory: 'XK' })).toMatchObject({ territory: 'XK' })
  })

  it('names the event that it refuses, where it has a name', () => {
    expect(check({ ...good, at: '' })).toMatchObject({ id: 'a' })
    expect(check({ ...good, id: '' })).toMatchObject({ id: null })
  })

  it('judges like the published schema, but for the time', () => {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    const validate = ajv.compile(PlayEvent)
    const value = (valid: readonly unknown[]) => fc.constantFrom(...valid, null, 7, '', {}, 'nonsense')
    const event = fc.record(
      {
        id: value(['a', 'x'.repeat(64), 'x'.repeat(65)]),
        trackId: value([trackId, trackId.toLowerCase()]),
        at: fc.constantFrom('2026-05-01T08:00:00Z', '2026-02-30T08:00:00Z', '2026-05-01', 7),
        territory: value(['DE', 'de']),
        playedMs: fc.constantFrom(0, 5, -1, 1.5, '5', null),
        source: value(['playlist', 'Playlist']),
        model: value(['paid', 'PAID']),
        other: fc.constant(1),
      },
      { requiredKeys: ['id', 'trackId', 'at'], noNullPrototype: true },
    )
    fc.assert(
      fc.property(event, (item) => {
        expect({ item, isGood: !('code' in check(item)) }).toEqual({ item, isGood: validate(item) })
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('parseInstant', () => {
  it.each([
    ['2026-05-01T08:00:00Z', '2026-05-01T08:00:00.000Z'],
    ['2026-05-01t08:00:00.5z', '2026-05-01T08:00:00.500Z'],
    ['2026-05-01T08:00:00.25+00:30', '2026-05-01T07:30:00.250Z'],
    ['2026-05-01T08:00:00.123456789Z', '2026-05-01T08:00:00.123Z'],
    ['2026-05-01T08:00:00.1239-00:30', '2026-05-01T08:30:00.123Z'],
    ['2026-05-01T01:30:00+02:00', '2026-04-30T23:30:00.000Z'],
    ['2026-05-01T23:30:00-01:00', '2026-05-02T00:30:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ])('%s', (text, instant) => {
    expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(instant)
  })

  it.each([
    '',
    '2026-05-01',
    '2026-05-01T08:00:00',
    '2026-05-01 08:00:00Z',
    '2026-05-01T08:00Z',
    '2026-05-01T08:00:00.Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-05-00T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-05-01T24:00:00Z',
    '2026-05-01T08:60:00Z',
    '2026-05-01T08:00:61Z',
    '2026-05-01T08:00:00+24:00',
    '2026-05-01T08:00:00+01:60',
    '+002026-05-01T08:00:00Z',
    ' 2026-05-01T08:00:00Z',
  ])('%j is no instant', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  it('reads what Date writes', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
        expect(parseInstant(date.toISOString())).toBe(date.getTime())
      }),
    )
  })
})
