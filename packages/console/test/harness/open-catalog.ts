import { labelHub, type Person } from './label-hub.ts'
import { openInLabel } from './render-page.tsx'

/** A catalog of a live release and a draft. */

export const night = {
  id: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  deleted: false,
  title: 'Night Drive',
  displayArtist: 'Ada Red',
  type: 'album',
  status: 'live',
  releaseDate: '2026-11-20',
  trackCount: 10,
  durationMs: 2_400_000,
  coverUploadId: null,
  deliverySummary: { live: 2, total: 2 },
  pendingRevision: null,
} as const
export const draft = {
  ...night,
  id: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
  title: 'Harbour',
  displayArtist: null,
  type: 'single',
  status: 'draft',
  releaseDate: null,
  trackCount: 1,
  durationMs: null,
} as const

export async function openCatalog(path = '/catalog', person?: Person) {
  const hub = labelHub(person)
  hub.answer('listCatalog', { data: [night, draft], page: { total: 2 } })
  const page = await openInLabel(hub, path)
  await page.findByRole('heading', { name: 'Catalog' })
  return { hub, page }
}
