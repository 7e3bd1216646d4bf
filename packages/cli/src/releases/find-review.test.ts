import { describe, expect, it } from 'vitest'
import { findReview, formatReview, toProblems } from './find-review.ts'

type Reviewed = Parameters<typeof findReview>[0]

const release = (changes: object = {}, review: object = {}): Reviewed =>
  ({
    status: 'changes_requested',
    revision: 2,
    review: {
      decision: 'changes_requested',
      revision: 2,
      note: 'Nearly there',
      issues: [{ pointer: '/tracks/0/title', code: 'other', note: 'Use the full title' }],
      ...review,
    },
    ...changes,
  }) as Reviewed

describe('findReview', () => {
  it('is what the reviewer asks for at each member', () => {
    const notes = [{ pointer: '/tracks/0/title', note: 'Use the full title' }]
    expect(findReview(release())).toEqual({ isAnswered: false, notes })
  })

  it('is the reason of the reviewer for the whole when no member is named', () => {
    const notes = [{ pointer: '', note: 'Nearly there' }]
    expect(findReview(release({}, { issues: [] }))).toEqual({ isAnswered: false, notes })
    expect(findReview(release({}, { issues: [], note: null }))?.notes).toEqual([])
  })

  it('is answered once the release was changed', () => {
    expect(findReview(release({ revision: 3 }))?.isAnswered).toBe(true)
  })

  it.each([
    ['no review', { review: null }],
    ['a release that was submitted again', { status: 'submitted' }],
    ['a withdrawn one', { status: 'draft' }],
  ])('is undefined for %s', (_, changes) => {
    expect(findReview(release(changes))).toBeUndefined()
  })

  it('is undefined for a review that has not decided', () => {
    expect(findReview(release({}, { decision: 'waiting' }))).toBeUndefined()
  })
})

describe('the notes of a review', () => {
  const notes = [
    { pointer: '', note: 'Nearly\u001b[2J there' },
    { pointer: '/tracks/0/title', note: 'Use the full title' },
  ]
  const review = { notes, isAnswered: false }

  it('are shown whole, each at its track and member, without what a terminal obeys', () => {
    expect(formatReview(review, { paint: (_style, text) => text })).toEqual([
      '✎ Nearly there',
      '✎ track 1, title: Use the full title',
    ])
  })

  it('are the problems of an error', () => {
    expect(toProblems(review)).toEqual([
      { where: 'release', what: 'Nearly\u001b[2J there' },
      { where: 'track 1, title', what: 'Use the full title' },
    ])
  })
})
