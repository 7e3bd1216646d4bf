import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { draft, night, openCatalog } from '../harness/open-catalog.ts'
import { readProblem, textOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

describe('releases that are chosen in the catalog', () => {
  async function choose(person?: Person) {
    const opened = await openCatalog('/catalog', person)
    const job = { id: 'blk_01JD3MZ6V8Q4W9X2K7N5T0RHYB', action: 'takedown', status: 'running', endedAt: null } as const
    opened.hub.answer('createBulk', job)
    opened.hub.answer('getBulk', job)
    await opened.page.user.click(await opened.page.findByRole('checkbox', { name: 'Select all shown' }))
    return { ...opened, bar: within(await opened.page.findByRole('region', { name: '2 releases selected' })) }
  }

  it('are counted, downloaded by their ids, and unselected', async () => {
    const { page, bar } = await choose()
    expect(bar.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
      'http://hub.test/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/api/v1/distributor/catalog?format=csv&ids=rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB%2Crel_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
    )
    await page.user.click(page.getByRole('checkbox', { name: 'Select Harbour' }))
    expect(page.getByRole('region', { name: '1 release selected' })).toBeDefined()
    await page.user.click(bar.getByRole('button', { name: 'Clear selection' }))
    expect(page.queryByRole('region')).toBe(null)
    expect(page.getByRole<HTMLInputElement>('checkbox', { name: 'Select Night Drive' }).checked).toBe(false)
  })

  it('cannot be taken down by a viewer', async () => {
    const { bar } = await choose({ role: 'viewer' })
    expect(bar.queryByRole('button', { name: 'Take down' })).toBe(null)
  })

  it('come down where outlets have them, with a reason', async () => {
    const { hub, page, bar } = await choose()
    await page.user.click(bar.getByRole('button', { name: 'Take down' }))
    const dialog = within(page.getByRole('dialog', { name: 'Take 1 release down everywhere?' }))
    expect(dialog.getByText('1 selected release is not at any outlet and will not change.')).toBeDefined()
    await page.user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' Rights ended ')
    await page.user.click(dialog.getByRole('button', { name: 'Take down' }))
    await page.findByRole('heading', { name: 'Bulk job: Take down' })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/jobs/blk_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    expect(hub.asked('createBulk').map(({ body }) => body)).toEqual([
      {
        action: 'takedown',
        ids: ['rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'],
        takedown: { reason: 'Rights ended' },
        expectedCount: 1,
      },
    ])
  })

  it('are submitted as one job after a question', async () => {
    const { hub, page, bar } = await choose()
    await page.user.click(bar.getByRole('button', { name: 'Submit' }))
    const dialog = within(page.getByRole('dialog', { name: 'Submit 2 releases?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Submit' }))
    await expect
      .poll(() => hub.asked('createBulk').map(({ body }) => body))
      .toEqual([{ action: 'submit', ids: ['rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHZZ'] }])
  })

  it('are all that match, also those that are not loaded, until another one is chosen', async () => {
    const hub = labelHub()
    const job = { id: 'blk_01JD3MZ6V8Q4W9X2K7N5T0RHYB', action: 'submit', status: 'running', endedAt: null } as const
    hub.answer('listCatalog', { data: [night, draft], page: { total: 1_250 } })
    hub.answer('createBulk', job)
    hub.answer('getBulk', job)
    const page = await openInLabel(hub, '/catalog?status=live&sort=title')
    await page.user.click(await page.findByRole('checkbox', { name: 'Select all shown' }))
    await page.user.click(await page.findByRole('button', { name: 'Select all 1,250' }))
    const bar = within(page.getByRole('region', { name: 'All 1,250 releases selected' }))
    expect(bar.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toMatch(
      /catalog\?format=csv&status=live&sort=title$/,
    )
    await page.user.click(page.getByRole('checkbox', { name: 'Select Harbour' }))
    await page.findByRole('region', { name: '1 release selected' })
    await page.user.click(bar.getByRole('button', { name: 'Select all 1,250' }))
    await page.user.click(bar.getByRole('button', { name: 'Take down' }))
    const takedown = within(page.getByRole('dialog', { name: 'Take 1,250 releases down everywhere?' }))
    expect(takedown.getByText('Releases that are not at any outlet do not change.')).toBeDefined()
    await page.user.click(takedown.getByRole('button', { name: 'Cancel' }))
    await page.user.click(bar.getByRole('button', { name: 'Submit' }))
    const dialog = within(page.getByRole('dialog', { name: 'Submit 1,250 releases?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Submit' }))
    await expect
      .poll(() => hub.asked('createBulk').map(({ body }) => body))
      .toEqual([{ action: 'submit', filters: { status: 'live' }, expectedCount: 1_250 }])
  })

  it('are checked as one job', async () => {
    const { hub, page, bar } = await choose()
    await page.user.click(bar.getByRole('button', { name: 'Check' }))
    await expect.poll(() => page.address()).toContain('/jobs/blk_')
    expect(hub.asked('createBulk').map(({ body }) => body)).toEqual([
      { action: 'validate', ids: ['rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHZZ'] },
    ])
  })

  it('stay where they are without a reason', async () => {
    const { hub, page, bar } = await choose()
    await page.user.click(bar.getByRole('button', { name: 'Take down' }))
    const dialog = within(page.getByRole('dialog'))
    await page.user.type(dialog.getByRole('textbox', { name: 'Reason' }), '   ')
    await page.user.click(dialog.getByRole('button', { name: 'Take down' }))
    expect(readProblem(dialog.getByRole('textbox', { name: 'Reason' }))).toBe('Reason is missing.')
    expect(hub.asked('createBulk')).toEqual([])
  })

  it('stay where they are if the job cannot be started, and the dialog says why', async () => {
    const { hub, page, bar } = await choose()
    hub.fail('createBulk', 'count_not_confirmed', { detail: 'Expected 1 release, found 2.' })
    await page.user.click(bar.getByRole('button', { name: 'Take down' }))
    const dialog = within(page.getByRole('dialog'))
    await page.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Rights ended{Enter}')
    expect(textOf(await dialog.findByRole('alert'))).toContain('Expected 1 release, found 2.')
  })

  it('that are at no outlet have nothing to take down', async () => {
    const { page } = await openCatalog()
    await page.user.click(await page.findByRole('checkbox', { name: 'Select Harbour' }))
    await page.user.click(await page.findByRole('button', { name: 'Take down' }))
    const dialog = within(page.getByRole('dialog'))
    expect(dialog.getByText('None of the selected releases is at an outlet.')).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Take down' })).toBe(null)
    await page.user.keyboard('{Escape}')
    expect(page.queryByRole('dialog')).toBe(null)
  })
})
