import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from '../harness/fake-hub.ts'
import { accountId, labelHub } from '../harness/label-hub.ts'
import { textOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

/** Uploads as they are seen from pages that do not show the list of files. */

const uploadId = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const file = { size: 1_000_000, modified: 1, kind: 'audio', findings: [], isRefused: false }
const stored = (name: string, value: object | string | readonly string[]) => [name, { value, at: 1, by: 'before' }]

/** As an earlier page left it: one file is at the hub, another was begun. */
function leaveDelivery(size = file.size): void {
  const entries = Object.fromEntries([
    stored('["release","title"]', 'Night Drive'),
    stored('["files"]', ['a', 'b']),
    stored('["file","a"]', { ...file, key: 'a', name: 'A.wav', hasArrived: true }),
    stored('["file","b"]', { ...file, size, key: 'b', name: 'B.wav', hasArrived: false, uploadId }),
  ])
  localStorage.setItem(`spindle:delivery:${accountId}:`, JSON.stringify({ startedAt: 1, entries }))
}

function hubWithHalf(): FakeHub {
  const hub = labelHub()
  hub.answer('listUploads', { data: [{ id: uploadId, status: 'awaiting_data', size: 1_000_000, offset: 500_000 }] })
  return hub
}

describe('the panel of uploads', () => {
  it('is on other pages, counts what the hub has, and leads back to the files', async () => {
    leaveDelivery()
    const page = await openInLabel(hubWithHalf(), '/keys')
    const panel = await page.findByRole('region', { name: 'Uploads: Night Drive' })
    await within(panel).findByText('75 % · 1.5 MB of 2 MB')
    expect(textOf(panel)).toBe('Night Drive 1 of 2 files uploaded 75 % · 1.5 MB of 2 MB Choose 1 file again to resume')
    await page.user.click(page.getByRole('link', { name: 'Choose 1 file again to resume' }))
    await page.findByText('1 unfinished upload. Choose the same files again to resume.')
    expect(page.queryByRole('region', { name: 'Uploads: Night Drive' })).toBe(null)
  })

  it('is minimised, and stays so on the next page that is loaded', async () => {
    leaveDelivery()
    const page = await openInLabel(hubWithHalf(), '/keys')
    await page.findByText('75 % · 1.5 MB of 2 MB')
    await page.user.click(page.getByRole('button', { name: 'Minimise uploads' }))
    const panel = page.getByRole('region', { name: 'Uploads: Night Drive' })
    expect(textOf(panel)).toBe('Night Drive75 %')
    expect(localStorage.getItem('spindle:uploads')).toBe('minimised')
    await page.user.click(page.getByRole('button', { name: 'Show uploads' }))
    expect(localStorage.getItem('spindle:uploads')).toBe(null)
  })

  it('leaves out a file of the hub that was never sent from this browser', async () => {
    leaveDelivery(0)
    const page = await openInLabel(labelHub(), '/keys')
    await page.findByRole('heading', { level: 1 })
    expect(page.queryByRole('region', { name: /^Uploads/ })).toBe(null)
  })

  it('is not there when nothing is to be sent', async () => {
    const page = await openInLabel(labelHub(), '/keys')
    await page.findByRole('heading', { level: 1 })
    expect(page.queryByRole('region', { name: /^Uploads/ })).toBe(null)
  })
})
