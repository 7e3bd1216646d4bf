import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { readAlert, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const bulkId = 'blk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const job = {
  id: bulkId,
  action: 'submit',
  status: 'running',
  dryRun: false,
  undoOf: null,
  counts: { total: 4, waiting: 1, done: 1, unchanged: 1, refused: 1 },
  createdAt: '2026-11-26T11:00:00.000Z',
  endedAt: null,
} as const
const ended = { ...job, status: 'completed', endedAt: '2026-11-26T11:01:00.000Z' } as const

const done = {
  releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  title: 'أغنية',
  displayArtist: 'أمل',
  outcome: 'done',
  revision: 2,
  code: null,
  message: null,
  errors: [],
} as const
const refused = {
  ...done,
  releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYC',
  title: 'Night Drive',
  displayArtist: null,
  outcome: 'refused',
  revision: null,
  code: 'findings_block',
  message: 'The release has findings of severity error.',
  errors: [{ pointer: '/label', code: 'label_missing', message: 'The release has no label.', fix: 'Enter it.' }],
} as const
const gone = {
  ...refused,
  releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYD',
  title: null,
  message: 'No such release.',
  errors: [],
}

function jobsHub(shown: object = job, person?: Person) {
  const hub = labelHub(person)
  hub.answer('listBulks', { data: [shown], page: { hasMore: false, nextCursor: null } })
  hub.answer('getBulk', shown)
  hub.answer('listBulkReleases', { data: [done, refused, gone], page: { hasMore: false, nextCursor: null } })
  return hub
}

describe('the bulk jobs', () => {
  it('are listed with their status and progress, and dry runs are marked', async () => {
    const page = await openInLabel(jobsHub({ ...job, dryRun: true }), '/jobs')
    const link = await page.findByRole('link', { name: 'Submit' })
    expect(link.getAttribute('href')).toBe(`/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/jobs/${bulkId}`)
    expect(textsOf(page.main.getAllByRole('row'))).toEqual([
      'Job Status Progress Started',
      'Submit Dry run: nothing is changed Running 3 of 4 releases 1 hour ago',
    ])
  })

  it('are reached from the catalog, and say where they are started', async () => {
    const hub = jobsHub()
    hub.answer('listCatalog', { data: [] })
    hub.answer('listBulks', { data: [], page: { hasMore: false, nextCursor: null } })
    const page = await openInLabel(hub, '/catalog')
    await page.user.click(await page.findByRole('link', { name: 'Bulk jobs' }))
    await page.findByRole('heading', { name: 'No bulk jobs yet' })
  })

  it('show that they load, and what is wrong when they could not be loaded', async () => {
    const hub = jobsHub()
    hub.fail('listBulks', 'account_suspended')
    const held = hub.hold('listBulks')
    const page = await openInLabel(hub, '/jobs')
    await seeLoading(page)
    held.release()
    expect(await readAlert(page)).toContain('The operator of this hub has suspended the account')
  })
})

describe('the page of a bulk job', () => {
  it('shows its progress, and of each release the outcome and why it was refused', async () => {
    const page = await openInLabel(jobsHub(), `/jobs/${bulkId}`)
    expect(await page.findByText('3 of 4 releases')).toBeDefined()
    const card = within(page.getByRole('region', { name: 'Releases of the job' }))
    await card.findByRole('link', { name: 'أغنية' })
    const rows = [...document.querySelectorAll('.rows > li')]
    expect(textsOf(rows)).toEqual([
      'أغنية أمل Done',
      'Night Drive No artist yet Refused The release has findings of severity error. 1 problem Label: The release has no label. Enter it.',
      'Release not found rel_01JD3MZ6V8Q4W9X2K7N5T0RHYD Refused No such release.',
    ])
    const facts = page.getByText('Unchanged', { selector: 'dt' }).closest('dl') as HTMLElement
    expect(textOf(facts)).toBe('Releases 4 Done 1 Unchanged 1 Refused 1 Started 26 Nov 2026, 11:00')
  })

  it('says of a check which releases passed', async () => {
    const page = await openInLabel(jobsHub({ ...ended, action: 'validate' }), `/jobs/${bulkId}`)
    expect(await page.findByText('Passed', { selector: '.chip' })).toBeDefined()
    expect(page.queryByRole('progressbar')).toBe(null)
  })

  it('filters the releases by their outcome', async () => {
    const hub = jobsHub()
    const page = await openInLabel(hub, `/jobs/${bulkId}`)
    await page.user.selectOptions(await page.findByRole('combobox', { name: 'Show' }), 'Refused')
    await expect.poll(() => hub.asked('listBulkReleases').at(-1)?.query).toMatchObject({ outcome: 'refused' })
  })

  it('leads from each number to the releases that it counts', async () => {
    const hub = jobsHub()
    const page = await openInLabel(hub, `/jobs/${bulkId}`)
    await page.user.click(await page.findByRole('link', { name: '1 Refused' }))
    await expect.poll(() => hub.asked('listBulkReleases').at(-1)?.query).toMatchObject({ outcome: 'refused' })
    expect(page.address()).toContain('?outcome=refused')
    expect(page.getByRole<HTMLSelectElement>('combobox', { name: 'Show' }).value).toBe('refused')
    await page.user.click(page.getByRole('link', { name: /^4 / }))
    await expect.poll(() => page.getByRole<HTMLSelectElement>('combobox', { name: 'Show' }).value).toBe('')
    expect(page.address()).not.toContain('outcome')
  })

  it('pauses, resumes, and cancels after a question', async () => {
    const hub = jobsHub()
    hub.answer('pauseBulk', { ...job, status: 'paused' })
    hub.answer('resumeBulk', job)
    hub.answer('cancelBulk', { ...ended, status: 'cancelled' })
    const page = await openInLabel(hub, `/jobs/${bulkId}`)
    await page.user.click(await page.findByRole('button', { name: 'Pause' }))
    await page.findByText('Paused', { selector: '.chip' })
    await page.user.click(page.getByRole('button', { name: 'Resume' }))
    await page.findByRole('button', { name: 'Pause' })
    await page.user.click(page.getByRole('button', { name: 'Cancel job' }))
    const dialog = within(page.getByRole('dialog', { name: 'Cancel this job?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Cancel job' }))
    await page.findByText('Cancelled', { selector: '.chip' })
    expect(page.queryByRole('button', { name: 'Cancel job' })).toBe(null)
  })

  it('undoes a change of metadata with a new job', async () => {
    const hub = jobsHub({ ...ended, action: 'patch' })
    const undoing = { ...job, id: 'blk_01JD3MZ6V8Q4W9X2K7N5T0RHYC', action: 'patch', undoOf: bulkId } as const
    hub.answer('undoBulk', undoing)
    const page = await openInLabel(hub, `/jobs/${bulkId}`)
    await page.user.click(await page.findByRole('button', { name: 'Undo' }))
    hub.answer('getBulk', undoing)
    await page.user.click(
      within(page.getByRole('dialog', { name: 'Undo this job?' })).getByRole('button', { name: 'Undo' }),
    )
    await page.findByRole('link', { name: 'Undoes another job' })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/jobs/blk_01JD3MZ6V8Q4W9X2K7N5T0RHYC')
  })

  it.each([
    [{ ...ended }, undefined],
    [{ ...ended, action: 'patch', dryRun: true }, undefined],
    [{ ...job }, { role: 'viewer' } as const],
  ])('%# offers nothing that is not possible', async (shown, person) => {
    const page = await openInLabel(jobsHub(shown, person), `/jobs/${bulkId}`)
    await page.findByRole('link', { name: 'أغنية' })
    expect(page.main.queryByRole('button')).toBe(null)
  })
})
