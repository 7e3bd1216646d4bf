import { within } from '@testing-library/react'
import type { FakeHub } from './fake-hub.ts'
import { labelHub, type Person } from './label-hub.ts'
import { openInLabel } from './render-page.tsx'

/** The page of one release. */

export const track = {
  id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  number: 1,
  title: 'Harbour Lights',
  displayArtist: 'Ada Red',
  isrc: 'DEA450600001',
  uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  durationMs: 222_000,
} as const
export const store = { id: 'store-a', name: 'Store A', kind: 'ddex' } as const
export const release = {
  id: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  title: 'Night Drive',
  displayArtist: 'Ada Red',
  type: 'single',
  status: 'draft',
  label: 'Night Label',
  upc: '4006381333931',
  releaseDate: '2026-12-24',
  revision: 1,
  createdAt: '2026-11-20T08:00:00.000Z',
  submittedAt: null,
  goesLive: null,
  liveAt: null,
  pendingRevision: null,
  replacedBy: null,
  plannedTakedown: null,
  review: null,
  findings: [],
  validation: { errors: 0, warnings: 0 },
  deliveries: [],
  tracks: [track],
} as const

/** Opens the page of the release; by default it has no events and no requested changes. */
export async function openRelease(facts: object = {}, prepare = (_hub: FakeHub) => {}, person?: Person) {
  const hub = labelHub(person)
  const shown = { ...release, ...facts }
  hub.answer('getReleaseWithUploads', { release: shown, uploads: [] })
  hub.answer('getRelease', shown)
  hub.answer('listReleaseEvents', { data: [] })
  hub.answer('listUploads', { data: [] })
  hub.answer('listReleaseMessages', { data: [] })
  prepare(hub)
  const page = await openInLabel(hub, '/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  return { hub, page, card: async (name: string) => within(await page.findByRole('region', { name })) }
}
