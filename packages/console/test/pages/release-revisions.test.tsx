import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Person } from '../harness/label-hub.ts'
import { openRelease, release } from '../harness/open-release.ts'
import { readAlert, textsOf } from '../harness/page-states.ts'

const submitted = { status: 'live', revision: 3, submittedAt: '2026-11-25T12:00:00.000Z' } as const
const third = {
  revision: 3,
  title: 'Night Drive',
  submittedAt: '2026-11-25T12:00:00.000Z',
  submittedBy: { type: 'user', id: null, name: 'Tom Grey' },
} as const
const first = { revision: 1, title: 'أغنية', submittedAt: '2026-11-20T12:00:00.000Z', submittedBy: null } as const

async function openRevisions(facts: object = {}, person?: Person) {
  const opened = await openRelease(
    { ...submitted, ...facts },
    (hub) => hub.answer('listReleaseRevisions', { data: [third, first], page: { hasMore: false, nextCursor: null } }),
    person,
  )
  const heading = await opened.page.findByRole('heading', { name: 'Submitted revisions' })
  const details = heading.closest('details') as HTMLDetailsElement
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  await within(details).findByText('Revision 3')
  return { ...opened, details }
}

describe('the submitted revisions of a release', () => {
  it('are listed once they are opened, with who submitted them', async () => {
    const { hub, details } = await openRevisions()
    expect(textsOf(within(details).getAllByRole('listitem'))).toEqual([
      'Revision 3 Night Drive yesterday by Tom Grey Current',
      'Revision 1 أغنية 6 days ago Restore',
    ])
    expect(hub.asked('listReleaseRevisions').length).toBe(1)
  })

  it('are restored after a question, and what was not restored is named', async () => {
    const { hub, page } = await openRevisions()
    hub.answer('restoreReleaseRevision', {
      release: { ...release, ...submitted, revision: 4, pendingRevision: 4 },
      kept: [{ pointer: '/upc', message: 'Outlets have the UPC.' }],
    })
    hub.answer('getReleaseChanges', { changes: [] })
    await page.user.click(page.getByRole('button', { name: 'Restore revision 1' }))
    const dialog = within(page.getByRole('dialog', { name: 'Restore revision 1?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Restore' }))
    expect(await readAlert(page)).toBe(
      'Revision 1 is restored as unsubmitted changes. Not restored: Outlets have the UPC.',
    )
    expect(hub.asked('restoreReleaseRevision').map(({ params }) => params.revision)).toEqual(['1'])
    await page.findByRole('button', { name: 'Discard changes' })
  })

  it.each([
    [{ status: 'in_review' }, undefined],
    [{}, { role: 'viewer' } as const],
  ])('cannot be restored with %o by %o', async (facts, person) => {
    const { page } = await openRevisions(facts, person)
    expect(page.queryByRole('button', { name: 'Restore revision 1' })).toBe(null)
  })

  it('are not there before the first submission', async () => {
    const { page } = await openRelease()
    await page.findByRole('heading', { name: 'Night Drive', level: 1 })
    expect(page.queryByRole('heading', { name: 'Submitted revisions' })).toBe(null)
  })
})
