import { deliveryOf } from '../../src/delivery/deliveries.ts'
import type { FakeHub } from './fake-hub.ts'
import { accountId, labelHub, type Person } from './label-hub.ts'
import { openInLabel } from './render-page.tsx'

/** A release that is changed in the four steps of a delivery. */

const track = {
  id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  number: 1,
  title: 'Harbour Lights',
  isrc: 'DEA450600001',
  uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  durationMs: 222_000,
} as const

export const draft = {
  title: 'Night Drive',
  type: 'single',
  status: 'draft',
  revision: 1,
  label: 'Night Label',
  releaseDate: '2026-12-24',
  review: null,
  findings: [],
  validation: { errors: 0, warnings: 0 },
  deliveries: [],
  replacedBy: null,
  plannedTakedown: null,
  contributors: [{ name: 'Ada Red', role: 'main_artist' }],
  tracks: [
    track,
    {
      ...track,
      id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
      number: 2,
      title: 'Quay',
      uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
    },
  ],
} as const

const names = {
  genres: [
    { code: 'electronic', name: 'Electronic' },
    { code: 'jazz', name: 'Jazz' },
  ],
  languages: [{ code: 'en', name: 'English' }],
  territories: [
    { code: 'DE', name: 'Germany' },
    { code: 'FR', name: 'France' },
  ],
  roles: [
    { code: 'main_artist', name: 'Main artist' },
    { code: 'composer', name: 'Composer' },
  ],
} as const

let opened = 0

export interface Opening {
  readonly facts?: object
  readonly prepare?: (hub: FakeHub) => void
  readonly person?: Person
  /** Before the page is opened, with the id of its release. */
  readonly prepareRelease?: (releaseId: string) => void
}

/**
 * Opens a step of a release's changes. Each call has another release: a delivery continues while other pages are shown.
 */
export async function openDelivery(
  step: string,
  { facts = {}, prepare = () => {}, person, prepareRelease = () => {} }: Opening = {},
) {
  opened += 1
  const releaseId = `rel_01JD3MZ6V8Q4W9X2K7N5T${String(opened).padStart(5, '0')}`
  const release = { ...draft, id: releaseId, ...facts }
  const hub = labelHub(person)
  hub.answer('getRelease', release)
  hub.answer('validateRelease', { findings: [], validation: { errors: 0, warnings: 0 } })
  hub.answer('updateRelease', { ...release, revision: 2 })
  hub.answer('listUploads', { data: draft.tracks.map(({ uploadId }) => ({ id: uploadId, status: 'ready' as const })) })
  hub.answer('listOutlets', {
    data: [
      { id: 'store-a', name: 'Store A' },
      { id: 'store-b', name: 'Store B' },
    ],
  })
  hub.answer('listReference', ({ params }) => ({ data: [...names[params.list as keyof typeof names]] }))
  hub.answer('listRules', { assigns: { upc: true, isrc: false } })
  hub.answer('listReleaseEvents', { data: [] })
  prepare(hub)
  prepareRelease(releaseId)
  const page = await openInLabel(hub, `/releases/${releaseId}/edit/${step}`)
  return { hub, page, release, releaseId, save: () => deliveryOf(accountId, releaseId).flush() }
}
