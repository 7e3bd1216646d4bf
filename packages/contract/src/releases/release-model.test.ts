import { Compile } from 'typebox/schema'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { LegacyReleaseInput } from '../api/releases/legacy-release.ts'
import { TakedownRequest } from '../api/releases/takedowns.ts'
import { Release, ReleaseDocument, ReleaseInput, ReleasePatch } from './release-model.ts'

const minimal = { title: 'Night Drive', type: 'ep', tracks: [{ title: 'Intro', uploadId: 'upl_1' }] }
const withTrack = (more: object) => ({ ...minimal, tracks: [{ title: 'Intro', uploadId: 'upl_1', ...more }] })
const everything = {
  ...withTrack({
    disc: 1,
    number: 1,
    durationMs: 1000,
    version: 'Live',
    isrc: 'anything up to forty characters',
    explicit: 'clean',
    composition: 'cover',
    licence: 'GEMA',
    lyrics: { text: 'la\nla', language: 'en' },
    aiUsage: { vocals: 'generated' },
    restrictions: [{ uses: ['ugc'] }],
    availability: { stream: true, albumOnly: true },
    contributors: [{ name: 'Ada', role: 'ddex:Programmer', partyIds: { isni: 'x' }, instruments: ['Voice'] }],
  }),
  titles: [{ language: 'ja-Latn', title: 'N' }],
  pLine: { year: 2026, text: 'Blue Lamp' },
  releaseDate: '2026-12-11',
  releaseTime: '18:30',
  territories: { mode: 'exclude', codes: ['US'] },
  deals: [{ territories: { mode: 'worldwide' }, startsAt: '2026-12-11', models: ['paid'], uses: ['download'] }],
  outlets: null,
  metadata: { order: '4711' },
  submit: true,
}

describe('ReleaseInput', () => {
  const schema = Compile(ReleaseInput)

  it.each([
    ['the minimal body of the interface', minimal],
    ['every kind of member', everything],
    ['an upload id of any form', withTrack({ uploadId: 'not-an-id' })],
  ])('takes %s', (_, body) => expect(schema.Check(body)).toBe(true))

  it.each<[string, unknown]>([
    ['no tracks', { title: 'N', type: 'ep', tracks: [] }],
    ['501 tracks', { ...minimal, tracks: Array(501).fill(minimal.tracks[0]) }],
    ['a blank title', { ...minimal, title: ' \t' }],
    ['a title of 501 characters', { ...minimal, title: 'x'.repeat(501) }],
    ['a type in capitals', { ...minimal, type: 'EP' }],
    ['a type of the legacy API', { ...minimal, type: 'MUSIC' }],
    ['an unknown member', { ...minimal, titel: 'x' }],
    ['an unknown member of a track', withTrack({ artist: 'Ada' })],
    ['an id of a track', withTrack({ id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB' })],
    ['a read-only member', { ...minimal, status: 'live' }],
    ['a day that does not exist', { ...minimal, releaseDate: '2026-02-30' }],
    ['a date in another form', { ...minimal, releaseDate: '11.12.2026' }],
    ['an unknown role', withTrack({ contributors: [{ name: 'Ada', role: 'singer' }] })],
    ['a territory in lower case', { ...minimal, territories: { mode: 'include', codes: ['de'] } }],
    [
      '51 keys of metadata',
      { ...minimal, metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, 'x'])) },
    ],
    ['metadata of 501 characters', { ...minimal, metadata: { a: 'x'.repeat(501) } }],
    ['null for what is absent', { ...minimal, label: null }],
    ['a number for a text', { ...minimal, label: 5 }],
  ])('refuses %s', (_, body) => expect(schema.Check(body)).toBe(false))
})

describe('ReleasePatch', () => {
  const schema = Compile(ReleasePatch)

  it.each([
    ['a reason', { audioChangeReason: 'The wrong mix was sent' }, true],
    ['no reason', { audioChangeReason: null }, true],
    ['a reason beside other members', { title: 'New', audioChangeReason: 'The wrong mix was sent' }, true],
    ['1000 characters', { audioChangeReason: 'x'.repeat(1000) }, true],
    ['1001 characters', { audioChangeReason: 'x'.repeat(1001) }, false],
    ['an empty reason', { audioChangeReason: '' }, false],
    ['a number', { audioChangeReason: 7 }, false],
    ['a list', { audioChangeReason: ['The wrong mix was sent'] }, false],
  ])('takes as audioChangeReason %s: %j is %s', (_, patch, isTaken) => expect(schema.Check(patch)).toBe(isTaken))

  it('has the reason for new audio in requests only, because it is not a member of the release', () => {
    const member = 'audioChangeReason'
    expect(Object.keys((ReleasePatch as { properties?: object }).properties ?? {})).toContain(member)
    expect(Object.keys(ReleaseDocument.properties)).not.toContain(member)
    expect(Object.keys(Release.properties)).not.toContain(member)
    expect(Object.keys(ReleaseInput.properties)).toContain(member)
    expectTypeOf<{ audioChangeReason: string }>().toExtend<ReleasePatch>()
  })

  it.each([
    ['nothing', {}],
    [
      'the removal of what may be absent',
      { label: null, pLine: null, aiUsage: { vocals: null }, metadata: { a: null } },
    ],
    ['a part of an object', { pLine: { year: 2026 } }],
    [
      'tracks with their ids',
      { tracks: [{ id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB', title: 'Intro', uploadId: 'upl_1' }] },
    ],
  ])('takes %s', (_, body) => expect(schema.Check(body)).toBe(true))

  it.each<[string, unknown]>([
    ['the removal of the title', { title: null }],
    ['the removal of a year', { pLine: { year: null } }],
    ['a removal inside an array', { tracks: [{ title: 'Intro', uploadId: 'upl_1', isrc: null }] }],
    ['submitting', { submit: true }],
    ['a read-only member', { revision: 7 }],
  ])('refuses %s', (_, body) => expect(schema.Check(body)).toBe(false))

  it('has the type of its schema', () => {
    expectTypeOf<{ label: null; pLine: { year: number }; metadata: { a: null } }>().toExtend<ReleasePatch>()
    expectTypeOf<{ title: null }>().not.toExtend<ReleasePatch>()
    expectTypeOf<{ pLine: { year: null } }>().not.toExtend<ReleasePatch>()
  })
})

describe('LegacyReleaseInput', () => {
  const schema = Compile(LegacyReleaseInput)
  const body = { type: 'MUSIC', title: 'Night Drive', uploadId: 'upl_1' }

  it('takes exactly three members', () => {
    expect(schema.Check(body)).toBe(true)
    expect(schema.Check({ ...body, label: 'Blue Lamp' })).toBe(false)
    expect(schema.Check({ ...body, type: 'music' })).toBe(false)
    expect(schema.Check({ type: 'MUSIC', title: 'Night Drive' })).toBe(false)
  })
})

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly [keyword: string]: unknown
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** Every schema inside a schema, with its place. */
const schemasIn = (schema: JsonSchema, place: string): readonly (readonly [string, JsonSchema])[] => {
  const { properties, items, additionalProperties, anyOf } = schema
  const inner = [
    ...Object.entries(isSchema(properties) ? properties : {}),
    ...Object.entries(isSchema(anyOf) ? anyOf : {}),
    ['[]', items] as const,
    ['*', additionalProperties] as const,
  ]
  return [
    [place, schema],
    ...inner.flatMap(([name, value]) => (isSchema(value) ? schemasIn(value, `${place}/${name}`) : [])),
  ]
}

const isBounded = ({ type, ...schema }: JsonSchema): boolean =>
  [type].flat().every((kind) => {
    if (kind === 'string') return 'maxLength' in schema || 'enum' in schema || 'const' in schema
    if (kind === 'array') return 'maxItems' in schema
    if (kind === 'integer' || kind === 'number') return 'minimum' in schema && 'maximum' in schema
    if (kind === 'object') return schema.additionalProperties === false || 'maxProperties' in schema
    return kind === 'boolean' || kind === 'null'
  })

describe.each([
  ['ReleaseInput', ReleaseInput],
  ['ReleaseDocument', ReleaseDocument],
  ['ReleasePatch', ReleasePatch],
  ['LegacyReleaseInput', LegacyReleaseInput],
  ['TakedownRequest', TakedownRequest],
])('%s', (name, schema) => {
  const json: JsonSchema = JSON.parse(JSON.stringify(schema))

  it('bounds everything it takes and refuses unknown members everywhere', () => {
    const unbounded = schemasIn(json, name).filter(([, inner]) => !isBounded(inner))
    expect(unbounded.map(([place]) => place)).toEqual([])
    expect(schemasIn(json, name).length).toBeGreaterThan(2)
  })

  it('has no reference to another schema', () => expect(JSON.stringify(json)).not.toMatch(/"\$(ref|id)"/))
})
