import { within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { labelHub } from '../harness/label-hub.ts'
import { readAlert, seeLoading, textOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const ready = {
  status: 'ready',
  progress: 100,
  size: 5_368_709_120,
  uploads: 12,
  missing: 0,
  createdAt: '2026-11-26T10:00:00.000Z',
  expiresAt: '2026-12-03T10:00:00.000Z',
} as const

async function openExports(exports: readonly object[]) {
  const hub = labelHub()
  hub.answer('listExports', { data: exports })
  return { hub, page: await openInLabel(hub, '/exports') }
}

describe('exports', () => {
  it('that are ready name their size, their files and their end', async () => {
    const { page } = await openExports([ready])
    const row = (await page.findByText('Started 2 hours ago')).closest('li') as HTMLElement
    expect(textOf(row)).toBe(
      'Started 2 hours ago 5.4 GB · 12 files · available until 3 Dec 2026, 10:00 · exp_01JD3MZ6V8Q4W9X2K7N5T0RHYB Ready Download Delete',
    )
  })

  it('that are being made show how far they are', async () => {
    const { page } = await openExports([
      { ...ready, status: 'running', progress: 40, size: null, uploads: null, expiresAt: null },
    ])
    const bar = await page.findByRole('progressbar', { name: 'Export started 2 hours ago' })
    expect(bar.getAttribute('value')).toBe('40')
    expect(page.getByText(/^40 %/)).toBeDefined()
    expect(page.queryByRole('button', { name: /^Download/ })).toBe(null)
  })

  it('that failed or lack files say so', async () => {
    const { page } = await openExports([
      { ...ready, status: 'failed' },
      { ...ready, missing: 3 },
    ])
    expect(await page.findByText('The export failed. Delete it and start a new one.')).toBeDefined()
    expect(page.getByText(/The data of 3 files is missing on this hub\./)).toBeDefined()
  })

  it('are explained when there is none, and started by the button', async () => {
    const { hub, page } = await openExports([])
    await page.findByRole('heading', { name: 'No exports yet' })
    hub.answer('listExports', { data: [{ ...ready, status: 'waiting' }] })
    await page.user.click(page.getByRole('button', { name: 'Start export' }))
    await page.findByText('Waiting')
    expect(hub.asked('createExport').length).toBe(1)
  })

  it('need a proof of who begins them', async () => {
    const { hub, page } = await openExports([])
    hub.fail('createExport', 'confirmation_needed')
    await page.user.click(await page.findByRole('button', { name: 'Start export' }))
    await page.findByRole('dialog', { name: 'Confirm that it is you' })
    await page.user.click(page.getByRole('button', { name: 'Cancel' }))
    expect(await readAlert(page)).toContain('Confirm your identity to continue')
  })

  it('are for owners, and say so to others', async () => {
    const hub = labelHub({ role: 'manager' })
    const page = await openInLabel(hub, '/exports')
    expect(await page.findByText(/^Your role \(manager\) cannot export everything\./)).toBeDefined()
    expect(page.main.queryByRole('button')).toBe(null)
    expect(hub.asked('listExports')).toEqual([])
  })

  it('show that they load, and can be loaded again', async () => {
    const hub = labelHub()
    hub.fail('listExports', 'account_suspended')
    const held = hub.hold('listExports')
    const page = await openInLabel(hub, '/exports')
    await seeLoading(page)
    held.release()
    await readAlert(page)
    hub.answer('listExports', { data: [] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('heading', { name: 'No exports yet' })
  })

  it('are deleted after a question', async () => {
    const { hub, page } = await openExports([ready])
    await page.user.click(await page.findByRole('button', { name: 'Delete the export started 2 hours ago' }))
    const dialog = within(page.getByRole('dialog', { name: 'Delete this export?' }))
    hub.answer('listExports', { data: [] })
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await page.findByRole('heading', { name: 'No exports yet' })
    expect(hub.asked('deleteExport')[0]?.params.exportId).toBe('exp_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  })

  it('are downloaded by the browser once the hub has seen who it is', async () => {
    const { hub, page } = await openExports([ready])
    const clicks: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicks.push(this.href)
    })
    await page.user.click(await page.findByRole('button', { name: 'Download the export started 2 hours ago' }))
    await expect
      .poll(() => clicks)
      .toEqual([
        'http://hub.test/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/api/v1/distributor/exports/exp_01JD3MZ6V8Q4W9X2K7N5T0RHYB/archive',
      ])
    click.mockRestore()
    expect(hub.asked('downloadExport')[0]?.headers.get('range')).toBe('bytes=0-0')
  })

  it('that cannot be downloaded say why', async () => {
    const { hub, page } = await openExports([ready])
    hub.fail('downloadExport', 'export_not_found')
    await page.user.click(await page.findByRole('button', { name: 'Download the export started 2 hours ago' }))
    expect(await readAlert(page)).toContain('Export not found')
  })
})
