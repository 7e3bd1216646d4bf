import { within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FakeHub } from '../harness/fake-hub.ts'
import { openOperator } from '../harness/operator-hub.ts'
import { readAlert, readProblem, seeLoading, textOf, textsOf } from '../harness/page-states.ts'

const first = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const second = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHZZ'
const entry = {
  releaseId: first,
  title: 'Night Drive',
  accountName: 'Night Label',
  displayArtist: 'Ada Red',
  isUpdate: false,
  submittedAt: '2026-11-26T10:00:00.000Z',
  errors: 0,
  warnings: 1,
  claim: null,
} as const
const release = {
  id: first,
  title: 'Night Drive',
  displayArtist: 'Ada Red',
  type: 'single',
  status: 'in_review',
  revision: 1,
  submittedAt: '2026-11-26T10:00:00.000Z',
  coverUploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  findings: [],
  deliveries: [],
  tracks: [
    {
      id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      number: 1,
      title: 'Harbour Lights',
      uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      durationMs: 222_000,
    },
  ],
} as const
const review = {
  accountName: 'Night Label',
  displayArtist: 'Ada Red',
  isWaiting: true,
  isUpdate: false,
  approvedRevision: null,
  claim: null,
  release,
  uploads: [],
  changes: [],
  heldAt: [],
  audioChangeReasons: [],
  heldReleases: [],
} as const

const openQueue = (entries: readonly object[] = [entry, { ...entry, releaseId: second, title: 'Harbour' }]) =>
  openOperator('/reviews', (hub) => {
    hub.answer('listReviews', { data: entries })
    hub.answer('getReview', review)
  })

async function openReview(facts: object = {}, prepare = (_hub: FakeHub) => {}) {
  const opened = await openOperator(`/reviews/${first}`, (hub) => {
    hub.answer('listReviews', { data: [entry, { ...entry, releaseId: second, title: 'Harbour' }] })
    hub.answer('getReview', { ...review, ...facts })
    prepare(hub)
  })
  const shown = within(await opened.page.findByRole('region', { name: 'Reviews' }))
  await shown.findByRole('heading', { name: 'Night Drive' })
  return { ...opened, shown }
}

describe('the queue of reviews', () => {
  it('lists what waits, by whom, since when and with how many findings', async () => {
    const { page } = await openQueue([
      { ...entry, isUpdate: true, claim: { userId: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', name: 'Tom Green' } },
    ])
    const queue = within(await page.findByRole('region', { name: 'Waiting' }))
    expect(textOf(await queue.findByRole('listitem'))).toBe(
      'Night Drive Night Label · Ada Red Update submitted 2 hours ago · 0 errors, 1 warning Assigned to Tom Green',
    )
    expect(page.getByText('Choose a release from the list to listen and decide.')).toBeDefined()
  })

  it('is the first page of the operator', async () => {
    const { page } = await openOperator('', (hub) => hub.answer('listReviews', { data: [] }))
    await page.findByRole('heading', { name: 'Nothing to review' })
    expect(page.address()).toBe('/operator/reviews')
  })

  it('shows that it loads, and what is wrong when it could not be loaded', async () => {
    const { hub, page } = await openOperator('/reviews', (hub) => {
      hub.fail('listReviews', 'internal_error')
      hub.hold('listReviews')
    })
    await seeLoading(page)
    hub.answer('listReviews', { data: [] })
  })

  it('opens the release that is chosen, and goes up and down by k and j', async () => {
    const { page } = await openQueue()
    await page.findByRole('link', { name: 'Night Drive' })
    await page.user.keyboard('j')
    await expect.poll(() => page.address()).toBe(`/operator/reviews/${first}`)
    await page.user.keyboard('j')
    await expect.poll(() => page.address()).toBe(`/operator/reviews/${second}`)
    await page.user.keyboard('k')
    await expect.poll(() => page.address()).toBe(`/operator/reviews/${first}`)
    expect(page.getByRole('link', { name: 'Night Drive' }).getAttribute('aria-current')).toBe('true')
  })

  it('opens any release by its id', async () => {
    const { page } = await openQueue()
    await page.user.type(page.getByRole('textbox', { name: 'Open release by ID' }), ` ${second} {Enter}`)
    await expect.poll(() => page.address()).toBe(`/operator/reviews/${second}`)
  })
})

describe('a release that waits for its review', () => {
  it('shows its label, its revision, and its content', async () => {
    const { page, shown } = await openReview()
    expect(shown.getByText('Revision 1, not approved before · submitted 2 hours ago')).toBeDefined()
    expect(shown.getByRole('img', { name: 'Cover of Night Drive' }).getAttribute('src')).toBe(
      `/console/api/operator/reviews/${first}/image/upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB?size=256`,
    )
    const tracks = within(page.getByRole('region', { name: 'Tracks' }))
    expect(textOf(tracks.getByRole('listitem'))).toContain('1 Harbour Lights 3:42')
    expect(within(page.getByRole('region', { name: 'Checks' })).getByText('✓ All checks pass.')).toBeDefined()
  })

  it('shows the findings with their places', async () => {
    const { page } = await openReview({
      release: {
        ...release,
        findings: [
          { severity: 'warning', pointer: '/label', message: 'The label is missing.', fix: 'Name it.' },
          { severity: 'error', pointer: '/tracks/0/title', message: 'The title is in capitals.', fix: '' },
        ],
      },
    })
    expect(textsOf(within(page.getByRole('region', { name: 'Checks' })).getAllByRole('listitem'))).toEqual([
      'Warning: The label is missing. Name it. Label',
      'Error: The title is in capitals. Track 1, \u2068Harbour Lights\u2069: Title',
    ])
  })

  it('shows what an update changes', async () => {
    const { page } = await openReview({
      approvedRevision: 1,
      isUpdate: true,
      changes: [{ pointer: '/title', before: 'Night', after: 'Night Drive' }],
    })
    expect(page.getByText('Revision 1, last approved at revision 1 · submitted 2 hours ago')).toBeDefined()
    const changes = within(page.getByRole('region', { name: 'What changed' }))
    expect(textsOf(changes.getAllByRole('row'))).toEqual(['Field At outlets New', 'Title Night Night Drive'])
  })

  it('says who looks at it, and is taken over', async () => {
    const { hub, page, shown } = await openReview({
      claim: { userId: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', name: 'Tom Green' },
    })
    expect(shown.getByText('Assigned to Tom Green')).toBeDefined()
    await page.user.click(shown.getByRole('button', { name: 'Take over' }))
    await expect.poll(() => hub.asked('claimReview')[0]?.body).toEqual({ revision: 1, takesOver: true })
  })

  it('is claimed by the person who starts to look at it', async () => {
    const { hub, page, shown } = await openReview()
    hub.answer('getReview', { ...review, claim: { userId: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', name: 'Mia Blue' } })
    await page.user.click(shown.getByRole('button', { name: 'Assign to me' }))
    await shown.findByText('Assigned to you')
    expect(hub.asked('claimReview')[0]?.body).toEqual({ revision: 1, takesOver: false })
    expect(shown.queryByRole('button', { name: 'Take over' })).toBe(null)
  })

  it('is approved by one press, and the next one opens', async () => {
    const { hub, page, shown } = await openReview()
    await page.user.click(shown.getByRole('button', { name: 'Approve' }))
    expect(await readAlert(page)).toBe('“Night Drive” is approved. Delivery starts now.')
    expect(hub.asked('approveReview')[0]?.body).toEqual({ revision: 1 })
    expect(page.address()).toBe(`/operator/reviews/${second}`)
  })

  it('is decided by the keys a, c and r, but not while a dialog is open', async () => {
    const { hub, page } = await openReview()
    await page.user.keyboard('c')
    await page.user.click(await page.findByRole('combobox', { name: 'Field' }))
    await page.user.keyboard('a{Escape}r')
    await page.findByRole('dialog', { name: 'Reject this release?' })
    await page.user.keyboard('a')
    expect(hub.asked('approveReview')).toEqual([])
    await page.user.keyboard('{Escape}')
    await page.user.keyboard('a')
    await page.findByText('“Night Drive” is approved. Delivery starts now.')
    expect(hub.asked('approveReview')).toHaveLength(1)
  })

  it('is not decided by keys that the person has turned off', async () => {
    localStorage.setItem('spindle:shortcuts', 'off')
    onTestFinished(() => localStorage.removeItem('spindle:shortcuts'))
    const { hub, page } = await openReview()
    await page.user.keyboard('a')
    await page.user.keyboard('r')
    expect(page.queryByRole('dialog')).toBe(null)
    expect(hub.asked('approveReview')).toEqual([])
  })

  it('that was changed in the meantime is not approved, and the page says so', async () => {
    const { hub, page, shown } = await openReview()
    hub.fail('approveReview', 'state_conflict', { detail: 'Another revision waits now.' })
    await page.user.click(shown.getByRole('button', { name: 'Approve' }))
    expect(await readAlert(page)).toBe('Another revision waits now.')
    expect(page.address()).toBe(`/operator/reviews/${first}`)
  })

  it('goes back with notes at places', async () => {
    const { hub, page, shown } = await openReview()
    await page.user.click(shown.getByRole('button', { name: 'Request changes…' }))
    const dialog = within(page.getByRole('dialog', { name: 'Request changes' }))
    await page.user.click(dialog.getByRole('button', { name: 'Send to label' }))
    const note = within(dialog.getByRole('group', { name: 'Required change 1' }))
    expect(readProblem(note.getByRole('textbox', { name: 'Required change' }))).toBe('Describe the required change.')
    await page.user.selectOptions(note.getByRole('combobox', { name: 'Field' }), '/title')
    await page.user.type(note.getByRole('textbox', { name: 'Required change' }), ' As on the cover. ')
    await page.user.click(dialog.getByRole('button', { name: 'Add a note' }))
    const other = within(dialog.getByRole('group', { name: 'Required change 2' }))
    await page.user.selectOptions(other.getByRole('combobox', { name: 'Field' }), '/tracks/0/isrc')
    await page.user.type(other.getByRole('textbox', { name: 'Required change' }), 'It is another recording.')
    await page.user.click(dialog.getByRole('button', { name: 'Add a note' }))
    await page.user.click(dialog.getByRole('button', { name: 'Remove note 3' }))
    await page.user.click(dialog.getByRole('button', { name: 'Send to label' }))
    expect(await readAlert(page)).toBe('Your notes on “Night Drive” were sent to the label.')
    expect(hub.asked('requestReviewChanges').map(({ body }) => body)).toEqual([
      {
        revision: 1,
        issues: [
          { pointer: '/title', note: 'As on the cover.' },
          { pointer: '/tracks/0/isrc', note: 'It is another recording.' },
        ],
      },
    ])
  })

  it('is rejected with a kind and a reason', async () => {
    const { hub, page, shown } = await openReview()
    await page.user.click(shown.getByRole('button', { name: 'Reject…' }))
    const dialog = within(page.getByRole('dialog', { name: 'Reject this release?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Reject' }))
    const why = dialog.getByRole('textbox', { name: 'Reason' })
    expect(readProblem(why)).toBe('Enter a reason.')
    await page.user.selectOptions(dialog.getByRole('combobox', { name: 'Category' }), 'Poor audio or cover quality')
    await page.user.type(why, 'The cover is blurred.')
    await page.user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await readAlert(page)).toBe('“Night Drive” is rejected.')
    expect(hub.asked('rejectReview')[0]?.body).toEqual({
      revision: 1,
      code: 'poor_quality',
      reason: 'The cover is blurred.',
    })
  })

  it('is not decided when a dialog is left', async () => {
    const { hub, page, shown } = await openReview()
    await page.user.click(shown.getByRole('button', { name: 'Reject…' }))
    await page.user.keyboard('{Escape}')
    expect(document.activeElement).toBe(shown.getByRole('button', { name: 'Reject…' }))
    expect(hub.asked('rejectReview')).toEqual([])
  })
})

describe('a release that was decided', () => {
  it('is closed: nothing to decide, and no master to play', async () => {
    const { shown } = await openReview({ isWaiting: false, release: { ...release, status: 'live' } })
    expect(shown.getByText(/^There is no decision to make\./)).toBeDefined()
    expect(shown.queryByRole('button', { name: 'Approve' })).toBe(null)
    expect(shown.queryByRole('img', { name: 'Cover of Night Drive' })).toBe(null)
  })

  it('that outlets have is taken down with a reason', async () => {
    const { hub, page, shown } = await openReview({
      isWaiting: false,
      release: { ...release, status: 'live', deliveries: [{ status: 'live' }] },
    })
    await page.user.click(shown.getByRole('button', { name: 'Take down…' }))
    const dialog = within(page.getByRole('dialog', { name: 'Take this release down everywhere?' }))
    await page.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A court asks for it')
    await page.user.click(dialog.getByRole('button', { name: 'Take down' }))
    await expect.poll(() => page.queryByRole('dialog')).toBe(null)
    expect(hub.asked('holdRelease')[0]?.body).toEqual({ reason: 'A court asks for it' })
  })

  it('that was taken down by the operator is given back', async () => {
    const { hub, page, shown } = await openReview({
      isWaiting: false,
      release: { ...release, status: 'taken_down', deliveries: [{ outlet: { id: 'store-a', name: 'Store A' } }] },
      heldAt: ['store-a', 'store-gone'],
      heldReleases: [{ id: second, title: 'Harbour' }],
    })
    expect(shown.getByText('The operator took it down at Store A, store-gone.')).toBeDefined()
    expect(shown.getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe(
      `/console/operator/reviews/${second}`,
    )
    await page.user.click(shown.getByRole('button', { name: 'Reinstate' }))
    await expect.poll(() => hub.asked('reinstateRelease').length).toBe(1)
  })

  it('that does not exist shows that', async () => {
    const { page } = await openOperator(`/reviews/${first}`, (hub) => {
      hub.answer('listReviews', { data: [] })
      hub.fail('getReview', 'release_not_found')
    })
    expect(await readAlert(page)).toBe('Could not load this. Release not found Try again')
  })
})
