import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub } from '../harness/label-hub.ts'
import { readAlert, seeLoading, textOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const agent = {
  client: { id: 'https://agent.example/client.json', name: 'Harbour Agent' },
  account: { name: 'Night Label' },
  scopes: ['music:read', 'catalog:read'],
  createdAt: '2026-11-01T12:00:00.000Z',
  lastUsedAt: '2026-11-25T12:00:00.000Z',
  expiresAt: '2027-02-01T12:00:00.000Z',
} as const

async function openConnections() {
  const hub = labelHub()
  hub.answer('listConnections', { data: [agent] })
  return { hub, page: await openInLabel(hub, '/connections') }
}

describe('connected applications', () => {
  it('are listed with what they may do, for which label, and since when', async () => {
    const { page } = await openConnections()
    const row = (await page.findByText('Harbour Agent')).closest('li')
    expect(textOf(row as Element)).toBe(
      'Harbour AgentDisconnect https://agent.example/client.json Night Label: Read releases and uploads · Read the catalog connected 1 Nov 2026 · last used 25 Nov 2026 · expires 1 Feb 2027',
    )
  })

  it('say that they were not used yet', async () => {
    const hub = labelHub()
    hub.answer('listConnections', { data: [{ ...agent, lastUsedAt: null }] })
    const page = await openInLabel(hub, '/connections')
    expect(await page.findByText('connected 1 Nov 2026 · never used · expires 1 Feb 2027')).toBeDefined()
  })

  it('that there are none of are explained', async () => {
    const hub = labelHub()
    hub.answer('listConnections', { data: [] })
    hub.answer('getToolEndpoints', { endpoints: null })
    const page = await openInLabel(hub, '/connections')
    expect(await page.findByRole('heading', { name: 'No connected applications' })).toBeDefined()
    expect(page.main.queryByRole('button')).toBe(null)
  })

  it('are waited for with a sign that they load', async () => {
    const hub = labelHub()
    hub.hold('listConnections')
    await seeLoading(await openInLabel(hub, '/connections'))
  })

  it('that could not be loaded can be loaded again', async () => {
    const hub = labelHub()
    hub.fail('listConnections', 'internal_error')
    const page = await openInLabel(hub, '/connections')
    expect(await readAlert(page)).toBe(
      'Could not load this. An unexpected error occurred in the hub Request req_7 Try again',
    )
    hub.answer('listConnections', { data: [agent] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByText('Harbour Agent')
  })

  it('end after a question', async () => {
    const { hub, page } = await openConnections()
    await page.user.click(await page.findByRole('button', { name: 'Disconnect Harbour Agent' }))
    const dialog = within(page.getByRole('dialog', { name: 'Disconnect “Harbour Agent”?' }))
    hub.answer('listConnections', { data: [] })
    await page.user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    await page.findByRole('heading', { name: 'No connected applications' })
    expect(page.queryByRole('dialog')).toBe(null)
    expect(hub.asked('endConnection').map(({ params }) => params)).toEqual([
      { connectionId: 'con_01JD3MZ6V8Q4W9X2K7N5T0RHYB' },
    ])
  })

  it('continue when the question is cancelled', async () => {
    const { hub, page } = await openConnections()
    await page.user.click(await page.findByRole('button', { name: 'Disconnect Harbour Agent' }))
    await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(page.queryByRole('dialog')).toBe(null)
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Disconnect Harbour Agent' }))
    expect(hub.asked('endConnection')).toEqual([])
  })

  it('that the hub did not end are still there, and the dialog says why', async () => {
    const { hub, page } = await openConnections()
    hub.lose('endConnection')
    await page.user.click(await page.findByRole('button', { name: 'Disconnect Harbour Agent' }))
    const dialog = within(page.getByRole('dialog'))
    await page.user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    expect(textOf(await dialog.findByRole('alert'))).toContain('The hub did not respond.')
    await page.user.keyboard('{Escape}')
    expect(page.getByText('Harbour Agent')).toBeDefined()
  })
})
