import { Compile } from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import {
  compareReleaseRevisions,
  getReleaseRevision,
  ReleaseRevision,
  RestoredRevision,
  RevisionComparison,
} from './revisions.ts'
import { TrashedRelease } from './trash.ts'

/** What requests about revisions may say, and what answers about revisions and the trash contain. */

const at = '2026-05-01T08:00:00.000Z'
const actor = { type: 'key', id: 'key_01JD3MZ6V8Q4W9X2K7N5T0RHYB', name: null }
const revision = {
  revision: 3,
  title: 'Night Drive',
  trackCount: 2,
  submittedAt: at,
  submittedBy: actor,
  approvedAt: at,
  deliveredAt: at,
  sha256: 'ab'.repeat(32),
}
const trashed = {
  id: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  type: 'single',
  title: 'Night Drive',
  displayArtist: 'Mia Blue',
  upc: '036000291452',
  externalId: 'album-7',
  trackCount: 1,
  deletedAt: at,
  expiresAt: '2026-05-31T08:00:00.000Z',
  deletedBy: actor,
}

describe('the number of a revision in a path', () => {
  const params = Compile(getReleaseRevision.params)
  const accepts = (number: string) => params.Check({ releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', revision: number })

  it.each(['1', '12', '1000000'])('may be %s', (number) => {
    expect(accepts(number)).toBe(true)
  })

  it.each(['0', '01', '-1', '1.5', '1e3', 'one', '', '99999999'])('cannot be "%s"', (number) => {
    expect(accepts(number)).toBe(false)
  })
})

describe('the other revision of a comparison', () => {
  const query = Compile(compareReleaseRevisions.query)

  it.each([{}, { from: 1 }, { from: 1_000_000 }])('may be %o', (given) => {
    expect(query.Check(given)).toBe(true)
  })

  it.each([{ from: 0 }, { from: 1.5 }, { from: 1_000_001 }, { from: 'first' }])('cannot be %o', (given) => {
    expect(query.Check(given)).toBe(false)
  })
})

describe('a submitted revision', () => {
  const schema = Compile(ReleaseRevision)

  it('has null for what did not happen', () => {
    expect(schema.Check(revision)).toBe(true)
    expect(schema.Check({ ...revision, submittedBy: null, approvedAt: null, deliveredAt: null })).toBe(true)
  })

  it.each(Object.keys(revision))('always has %s', (member) => {
    const { [member as keyof typeof revision]: _left, ...rest } = revision
    expect(schema.Check(rest)).toBe(false)
  })
})

describe('a comparison', () => {
  const schema = Compile(RevisionComparison)

  it('names members by pointer, and the other revision or null', () => {
    const changes = [{ pointer: '/title', before: 'First', after: null }]
    expect(schema.Check({ revision: 2, from: 1, changes })).toBe(true)
    expect(schema.Check({ revision: 1, from: null, changes: [] })).toBe(true)
    expect(schema.Check({ revision: 2, from: 1, changes: [{ before: 1, after: 2 }] })).toBe(false)
  })
})

describe('the answer about a restored revision', () => {
  it('gives the reason for each member that stays', () => {
    const kept = Compile(RestoredRevision.properties.kept)
    expect(kept.Check([{ pointer: '/upc', message: 'The release was delivered with UPC 036000291452.' }])).toBe(true)
    expect(kept.Check([{ pointer: '/upc' }])).toBe(false)
  })
})

describe('a draft in the trash', () => {
  const schema = Compile(TrashedRelease)

  it('has null for what it does not have', () => {
    expect(schema.Check(trashed)).toBe(true)
    expect(schema.Check({ ...trashed, displayArtist: null, upc: null, externalId: null })).toBe(true)
  })

  it.each(Object.keys(trashed))('always has %s', (member) => {
    const { [member as keyof typeof trashed]: _left, ...rest } = trashed
    expect(schema.Check(rest)).toBe(false)
  })
})
