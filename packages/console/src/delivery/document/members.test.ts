import { describe, expect, it } from 'vitest'
import { isBegun, mergePatchBetween, wholeMembers, withMember } from './members.ts'
import { releaseFields } from './release-fields.ts'

const contributors = releaseFields.find(({ name }) => name === 'contributors')

describe('what is sent of what was typed', () => {
  it('is without empty texts, and without objects that lack what they need', () => {
    const typed = {
      title: 'Night Drive',
      label: ' ',
      pLine: { year: 2026 },
      cLine: { year: 2026, text: 'Blue Lamp' },
      contributors: [{ name: 'Ada', role: 'main_artist', partyIds: {} }, { role: 'composer' }],
      deals: [],
    }
    expect(wholeMembers(releaseFields, typed)).toEqual({
      title: 'Night Drive',
      cLine: { year: 2026, text: 'Blue Lamp' },
      contributors: [{ name: 'Ada', role: 'main_artist' }],
    })
  })

  it('keeps an empty list of outlets, which is something else than all of them', () => {
    expect(wholeMembers(releaseFields, { outlets: [] })).toEqual({ outlets: [] })
    expect(wholeMembers(releaseFields, { outlets: null })).toEqual({})
  })

  it('reports started members as not sent yet', () => {
    if (!contributors) throw new Error('no field for contributors')
    expect(isBegun(contributors, [{ role: 'composer' }])).toBe(true)
    expect(isBegun(contributors, [{ name: 'Ada', role: 'composer' }])).toBe(false)
  })
})

describe('mergePatchBetween', () => {
  it.each([
    [{ title: 'A' }, { title: 'A' }, undefined],
    [{ title: 'A' }, { title: 'B' }, { title: 'B' }],
    [{ title: 'A', label: 'L' }, { title: 'A' }, { label: null }],
    [
      { aiUsage: { vocals: 'none', lyrics: 'none' } },
      { aiUsage: { vocals: 'assisted' } },
      { aiUsage: { vocals: 'assisted', lyrics: null } },
    ],
    [{ tracks: [{ title: 'A' }] }, { tracks: [{ title: 'B' }] }, { tracks: [{ title: 'B' }] }],
  ])('of %j and %j is %j', (before, after, patch) => expect(mergePatchBetween(before, after)).toEqual(patch))
})

describe('withMember', () => {
  it('sets and takes away at any depth, and leaves the rest as it was', () => {
    const members = { contributors: [{ name: 'Ada' }, { name: 'Bo' }], title: 'A' }
    expect(withMember(members, ['contributors', 1, 'role'], 'composer')).toEqual({
      contributors: [{ name: 'Ada' }, { name: 'Bo', role: 'composer' }],
      title: 'A',
    })
    expect(withMember({ pLine: { year: 2026 } }, ['pLine', 'year'], undefined)).toEqual({ pLine: {} })
    expect(withMember({}, ['cLine', 'text'], 'Blue Lamp')).toEqual({ cLine: { text: 'Blue Lamp' } })
  })
})
