import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openOperator } from '../harness/operator-hub.ts'
import { readAlert, textsOf } from '../harness/page-states.ts'

const quiet = { waiting: 0, lastDeliveredAt: null, oldestUnansweredAt: null, causes: [] } as const
const sandbox = {
  ...quiet,
  ...{ id: 'sandbox', name: 'Sandbox', kind: 'sandbox', ernVersion: null, isAdded: false },
  ...{ state: 'active', pausedReason: null },
} as const
const far = {
  ...{ id: 'far', name: 'Far Store', kind: 'sftp', ernVersion: '4.3', isAdded: true, state: 'failing' },
  pausedReason: null,
  waiting: 7,
  lastDeliveredAt: '2026-11-26T11:00:00.000Z',
  oldestUnansweredAt: '2026-11-26T10:00:00.000Z',
  causes: [
    { code: 'store_refused', message: 'ICPN is unknown', deliveries: 12, waiting: 0 },
    { code: 'store_unreachable', message: 'Connection refused', deliveries: 3, waiting: 2 },
  ],
} as const
const paused = {
  ...far,
  ...quiet,
  id: 'shop',
  name: 'متجر',
  state: 'paused',
  pausedReason: 'The host key differs.',
} as const

const open = (outlets: readonly object[] = [far, paused, sandbox]) =>
  openOperator('/stores', (hub) =>
    hub.answer('listHubOutlets', () => ({ data: outlets as never, page: { hasMore: false, nextCursor: null } })),
  )

describe('the stores of a hub', () => {
  it('show their state, what waits, and since when an answer is missing', async () => {
    const { page } = await open()
    await page.findByText('متجر')
    expect(textsOf(page.main.getAllByRole('row').slice(1))).toEqual([
      'Far Store far SFTP · ERN 4.3 Failing 7 1 hour ago 2 hours ago Test Pause…',
      'متجر shop SFTP · ERN 4.3 The host key differs. Paused 0 never none Test Resume',
      'Sandbox sandbox Sandbox Active 0 never none',
    ])
  })

  it('group failures by cause, and try all of one cause again after a question', async () => {
    const { hub, page } = await open()
    const card = within(
      (await page.findByRole('heading', { name: 'Failures by cause' })).closest('section') as HTMLElement,
    )
    expect(textsOf(card.getAllByRole('listitem'))).toEqual([
      'ICPN is unknown store_refused · 12 deliveries Retry all…',
      'Connection refused store_unreachable · 3 deliveries · the hub tries 2 again by itself Retry all…',
    ])
    hub.answer('retryOutlet', { deliveries: 12 })
    await page.user.click(card.getByRole('button', { name: 'Retry all at Far Store: store_refused' }))
    const dialog = within(page.getByRole('dialog', { name: 'Retry 12 deliveries to Far Store?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Retry all' }))
    await expect
      .poll(() => hub.asked('retryOutlet').map(({ params, body }) => [params.outletId, body]))
      .toEqual([['far', { code: 'store_refused' }]])
    expect(await readAlert(page)).toBe('12 deliveries to Far Store will be tried again.')
  })

  it('are paused after a question, and resumed at once', async () => {
    const { hub, page } = await open()
    await page.user.click(await page.findByRole('button', { name: 'Pause Far Store' }))
    expect(hub.asked('pauseOutlet')).toEqual([])
    const dialog = within(page.getByRole('dialog', { name: 'Pause Far Store?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Pause' }))
    await expect.poll(() => hub.asked('pauseOutlet').map(({ params }) => params)).toEqual([{ outletId: 'far' }])
    await page.user.click(page.getByRole('button', { name: 'Resume متجر' }))
    await expect.poll(() => hub.asked('resumeOutlet').map(({ params }) => params)).toEqual([{ outletId: 'shop' }])
    expect(await readAlert(page)).toBe('متجر is resumed. Waiting deliveries continue within two minutes.')
  })

  it('that could not be resumed say why', async () => {
    const { hub, page } = await open()
    hub.fail('resumeOutlet', 'not_found', { detail: 'The hub has no such outlet.' })
    await page.user.click(await page.findByRole('button', { name: 'Resume متجر' }))
    expect(await readAlert(page)).toContain('The hub has no such outlet.')
  })

  it('are tested with the result of each step, as often as wanted', async () => {
    const { hub, page } = await open()
    const ok = { step: 'connect', found: null, problem: null }
    hub.answer('testOutlet', () => ({ steps: [ok, { step: 'write a file', found: null, problem: 'No space left' }] }))
    await page.user.click(await page.findByRole('button', { name: 'Test Far Store' }))
    const dialog = within(page.getByRole('dialog', { name: 'Test of Far Store' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('The test failed.')
    expect(textsOf(dialog.getAllByRole('listitem'))).toEqual(['OK: connect', 'failed: write a file No space left'])
    hub.answer('testOutlet', () => ({ steps: [{ ...ok, found: 'SSH-2.0-Store' }] }))
    await page.user.click(dialog.getByRole('button', { name: 'Test again' }))
    await expect.poll(() => dialog.queryByRole('alert')?.textContent).toContain('The test passed.')
    expect(textsOf(dialog.getAllByRole('listitem'))).toEqual(['OK: connect SSH-2.0-Store'])
    await page.user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(hub.asked('testOutlet')).toHaveLength(2)
  })

  it('say when there are none', async () => {
    const { page } = await open([])
    expect(await page.findByText('Add the first one, or set a token for a website.')).toBeDefined()
  })

  it('say when nothing failed', async () => {
    const { page } = await open([sandbox])
    await page.findByText(/No delivery has failed/)
  })

  it('say what is wrong when they could not be loaded', async () => {
    const { hub, page } = await openOperator('/stores', (hub) => hub.fail('listHubOutlets', 'internal_error'))
    await readAlert(page)
    hub.answer('listHubOutlets', () => ({ data: [sandbox] as never, page: { hasMore: false, nextCursor: null } }))
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('row', { name: /^Sandbox/ })
  })
})
