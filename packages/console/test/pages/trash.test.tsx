import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { openRelease } from '../harness/open-release.ts'
import { readAlert, seeLoading, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const night = {
  id: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  type: 'album',
  title: 'Night Drive',
  displayArtist: 'Ada Red',
  trackCount: 10,
  deletedAt: '2026-11-26T10:00:00.000Z',
  expiresAt: '2026-12-26T10:00:00.000Z',
  deletedBy: { type: 'user', id: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', name: 'Tom Grey' },
} as const
const quay = {
  ...night,
  id: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
  type: 'single',
  title: 'رصيف',
  displayArtist: null,
  trackCount: 1,
  deletedAt: '2026-10-27T18:00:00.000Z',
  expiresAt: '2026-11-26T18:00:00.000Z',
  deletedBy: { type: 'key', id: null, name: null },
} as const

async function openTrash(items: readonly object[] = [night, quay], person?: Person) {
  const hub = labelHub(person)
  hub.answer('listTrash', { data: items, page: { hasMore: false, nextCursor: null } })
  const page = await openInLabel(hub, '/trash')
  return { hub, page }
}

describe('the trash', () => {
  it('shows each deleted draft with who deleted it, when, and how long it is kept', async () => {
    const { page } = await openTrash()
    const table = await page.findByRole('table')
    expect(textsOf(within(table).getAllByRole('row'))).toEqual([
      'Release Tracks Deleted Left Restore',
      'Night Drive Ada Red · Album 10 2 hours ago by Tom Grey 29 days Restore Erase',
      'رصيف No artist yet · Single 1 27 Oct 2026 by an API key Less than a day Restore Erase',
    ])
  })

  it('is reached from the catalog', async () => {
    const hub = labelHub()
    hub.answer('listCatalog', { data: [] })
    hub.answer('listTrash', { data: [] })
    const page = await openInLabel(hub, '/catalog')
    await page.user.click(await page.findByRole('link', { name: 'Trash' }))
    await page.findByRole('heading', { name: 'The trash is empty' })
  })

  it('restores a draft, and leads to it', async () => {
    const { hub, page } = await openTrash()
    hub.answer('restoreRelease', { id: night.id, title: 'Night Drive' })
    const button = await page.findByRole('button', { name: 'Restore Night Drive' })
    hub.answer('listTrash', { data: [quay], page: { hasMore: false, nextCursor: null } })
    await page.user.click(button)
    expect(await readAlert(page)).toBe('“Night Drive” is a draft again. Open the draft')
    expect(page.getByRole('link', { name: 'Open the draft' }).getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    )
    await expect.poll(() => page.queryByRole('button', { name: 'Restore Night Drive' })).toBe(null)
    expect(hub.asked('restoreRelease').map(({ params }) => params.releaseId)).toEqual([night.id])
  })

  it('says why a draft cannot be restored', async () => {
    const { hub, page } = await openTrash()
    hub.fail('restoreRelease', 'external_id_taken', { detail: 'Release rel_1 has this externalId.' })
    await page.user.click(await page.findByRole('button', { name: 'Restore Night Drive' }))
    expect(await readAlert(page)).toContain('Release rel_1 has this externalId.')
  })

  it('erases a draft only after a confirmation', async () => {
    const { hub, page } = await openTrash()
    await page.user.click(await page.findByRole('button', { name: 'Erase Night Drive' }))
    expect(hub.asked('eraseTrashedRelease')).toEqual([])
    const dialog = within(page.getByRole('dialog', { name: 'Erase “Night Drive”?' }))
    hub.answer('listTrash', { data: [quay], page: { hasMore: false, nextCursor: null } })
    await page.user.click(dialog.getByRole('button', { name: 'Erase' }))
    await expect.poll(() => page.queryByRole('dialog')).toBe(null)
    expect(hub.asked('eraseTrashedRelease').map(({ params }) => params.releaseId)).toEqual([night.id])
    await expect.poll(() => page.queryByText('Night Drive')).toBe(null)
  })

  it('changes nothing for a viewer', async () => {
    const { page } = await openTrash([night], { role: 'viewer' })
    await page.findByRole('table')
    expect(page.main.queryByRole('button')).toBe(null)
    expect(page.getByText(/^Your role \(viewer\) cannot restore drafts\./)).toBeDefined()
  })

  it('shows that it loads, and what is wrong when it could not be loaded', async () => {
    const hub = labelHub()
    hub.fail('listTrash', 'account_suspended')
    const held = hub.hold('listTrash')
    const page = await openInLabel(hub, '/trash')
    await seeLoading(page)
    held.release()
    expect(await readAlert(page)).toContain('The operator of this hub has suspended the account')
    hub.answer('listTrash', { data: [night], page: { hasMore: false, nextCursor: null } })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByText('Night Drive')
  })
})

describe('deleting a draft', () => {
  it('moves it to the trash, and leads there', async () => {
    const { hub, page } = await openRelease({}, (hub) => hub.answer('listTrash', { data: [night] }))
    await page.user.click(await page.findByRole('button', { name: 'Delete draft' }))
    const dialog = within(page.getByRole('dialog', { name: 'Delete “Night Drive”?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Delete draft' }))
    await page.findByRole('heading', { name: 'Trash' })
    expect(hub.asked('deleteRelease').map(({ headers }) => headers.get('if-match'))).toEqual(['"1"'])
  })

  it.each(['live', 'changes_requested', 'in_review'] as const)('is not offered for one that is %s', async (status) => {
    const { page } = await openRelease({ status })
    await page.findByRole('heading', { name: 'Night Drive', level: 1 })
    expect(page.queryByRole('button', { name: 'Delete draft' })).toBe(null)
  })
})
