import { describe, expect, it } from 'vitest'
import { checkRelease } from '../../src/rules/release/check-release.ts'
import { viewWith } from './cases/sample.ts'
import { farStore, nearStore, toStores } from './cases/stores.ts'

/** Which outlets a finding names, and what it weighs. */

const smallCover = { uploads: { C: { technical: { width: 1500, height: 1500 } } } }
const context = { outlets: ['player', 'far', 'near'], stores: [farStore, nearStore] }
const findingsFor = (change: Parameters<typeof viewWith>[0]) =>
  checkRelease(viewWith({ ...smallCover, context, ...change })).map(({ severity, code, outlets }) => [
    severity,
    code,
    outlets?.map(({ id }) => id),
  ])

describe('findings about what stores take', () => {
  it('are one for each place, with every store in it by id and name', () => {
    const [finding, ...others] = checkRelease(
      viewWith(toStores([farStore, { ...nearStore, takes: { leastCover: 2000 } }], smallCover)),
    )
    expect(others).toEqual([])
    expect(finding).toEqual({
      code: 'store_cover_too_small',
      severity: 'error',
      pointer: '/coverUploadId',
      message: 'The cover has 1500 x 1500 pixels, which is too small for Far Store (3000) and Near Store (2000).',
      fix: 'Export a larger cover from the original artwork, or remove the store from the outlets.',
      rule: { id: 'store_cover_too_small', version: 1, source: 'Settings of the outlet: accepted content' },
      outlets: [
        { id: 'far', name: 'Far Store' },
        { id: 'near', name: 'Near Store' },
      ],
    })
  })

  it('name only stores that the release goes to', () => {
    expect(findingsFor({ release: { outlets: ['player', 'far'] } })).toEqual([
      ['error', 'store_cover_too_small', ['far']],
    ])
    expect(findingsFor({ release: { outlets: ['player'] } })).toEqual([])
  })

  it('stop nothing when the store was not chosen: the release goes to all stores', () => {
    expect(findingsFor({})).toEqual([
      ['warning', 'store_deal_missing', ['near']],
      ['warning', 'store_cover_too_small', ['far', 'near']],
    ])
  })

  it('are only of the requested outlet, chosen or not, beside those of the release itself', () => {
    const asked = (askedOutlet: string) =>
      findingsFor({ release: { outlets: ['player'], label: null }, context: { ...context, askedOutlet } })
    expect(asked('near')).toEqual([
      ['error', 'label_missing', undefined],
      ['error', 'store_deal_missing', ['near']],
      ['error', 'store_cover_too_small', ['near']],
    ])
    expect(asked('player')).toEqual([['error', 'label_missing', undefined]])
  })
})
