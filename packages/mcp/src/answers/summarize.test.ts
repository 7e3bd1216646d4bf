import type { Release } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { summarizeRelease } from './summarize.ts'

const outlet = { id: 'sandbox', name: 'Sandbox', kind: 'sandbox' }
const delivery = { id: 'dlv_1', outlet, status: 'live', reason: null, tracks: [] }
const releaseWith = (more: object): Release =>
  ({
    id: 'rel_1',
    status: 'live',
    tracks: [],
    findings: [],
    deliveries: [],
    review: null,
    ...more,
  }) as unknown as Release

describe('the short answer about a release', () => {
  it('has the requests of the reviewer, at the member', () => {
    const issues = [{ pointer: '/tracks/0/title', code: 'review', note: 'Please use the full title' }]
    const review = { decision: 'changes_requested', revision: 1, note: '/tracks/0/title: ...', issues, decidedAt: null }
    expect(summarizeRelease(releaseWith({ status: 'changes_requested', review }))).toMatchObject({
      review: { decision: 'changes_requested', note: '/tracks/0/title: ...', issues },
    })
  })

  it('says that a review waits', () => {
    const review = { decision: 'waiting', revision: 1, note: null, issues: [], decidedAt: null }
    expect(summarizeRelease(releaseWith({ review }))).toMatchObject({ review: { decision: 'waiting' } })
  })

  it.each([
    ['there was none', null],
    ['it was approved', { decision: 'approved', revision: 1, note: null, issues: [], decidedAt: null }],
  ])('says nothing of a review when %s', (_, review) => {
    expect(summarizeRelease(releaseWith({ review }))).not.toHaveProperty('review')
  })

  it('names the tracks that an outlet refused although the release is live there', () => {
    const finding = { code: 'resource_corrupt', message: 'The audio cannot be read.' }
    const tracks = [
      { trackId: 'trk_1', status: 'live', finding: null },
      { trackId: 'trk_2', status: 'refused', finding },
    ]
    expect(summarizeRelease(releaseWith({ deliveries: [{ ...delivery, tracks }] }))).toMatchObject({
      deliveries: [{ outlet: 'sandbox', status: 'live', refusedTracks: [{ trackId: 'trk_2', ...finding }] }],
    })
  })

  it('names no tracks where an outlet took all of them', () => {
    const summary = summarizeRelease(releaseWith({ deliveries: [delivery] }))
    expect(summary).toHaveProperty('deliveries', [{ outlet: 'sandbox', status: 'live', reason: null }])
  })
})
