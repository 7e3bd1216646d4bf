import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failed, openOne } from '../harness/open-webhook.ts'
import { readAlert, textOf } from '../harness/page-states.ts'

describe('the log of a webhook', () => {
  it('shows for each message what it was about, how often it was tried and what came back', async () => {
    const { page } = await openOne()
    const row = (await page.findByText('release.status_changed')).closest('li') as HTMLElement
    expect(textOf(row)).toContain('Night Drive → live')
    expect(within(row).getByTitle('rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB')).toBeDefined()
    expect(textOf(row)).toContain('30 minutes ago · 2 attempts · answered 500 · next attempt in 10 minutes')
    expect(within(row).getByText('Waiting')).toBeDefined()
  })

  it('shows ids for other objects and for deleted releases', async () => {
    const { page } = await openOne({}, (hub) =>
      hub.answer('listWebhookMessages', {
        data: [
          { ...failed, type: 'upload.status_changed', data: { id: 'upl_1', status: 'ready' }, releaseTitle: null },
          {
            ...failed,
            id: 'whm_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
            type: 'report.applied',
            data: { id: 'rpt_1' },
            releaseTitle: null,
          },
        ],
      }),
    )
    expect(textOf((await page.findByText('upload.status_changed')).closest('li') as HTMLElement)).toContain(
      'upl_1 → ready',
    )
    expect(textOf(page.getByText('report.applied').closest('li') as HTMLElement)).not.toContain('→')
  })

  it('says why no answer came', async () => {
    const { page } = await openOne({}, (hub) =>
      hub.answer('listWebhookMessages', {
        data: [
          {
            ...failed,
            status: 'failed',
            nextAttemptAt: null,
            lastAttempt: { ...failed.lastAttempt, statusCode: null, failure: 'timeout' },
          },
        ],
      }),
    )
    expect(await page.findByText('30 minutes ago · 2 attempts · no response within 15 seconds')).toBeDefined()
  })

  it('says that nothing was sent yet', async () => {
    const { page } = await openOne({}, (hub) => hub.answer('listWebhookMessages', { data: [] }))
    expect(await page.findByRole('heading', { name: 'Nothing sent yet' })).toBeDefined()
  })

  it('that could not be loaded can be loaded again', async () => {
    const { hub, page } = await openOne({}, (hub) => hub.fail('listWebhookMessages', 'account_suspended'))
    await readAlert(page)
    hub.answer('listWebhookMessages', { data: [] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('heading', { name: 'Nothing sent yet' })
  })

  it('shows older messages after those it has', async () => {
    const { page } = await openOne({}, (hub) =>
      hub.answerPages('listWebhookMessages', [
        [failed],
        [{ ...failed, id: 'whm_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', type: 'endpoint.test' }],
      ]),
    )
    await page.user.click(await page.findByRole('button', { name: 'Show older' }))
    await page.findByText('endpoint.test')
  })

  it('opens the attempts with their answers', async () => {
    const { hub, page } = await openOne({}, (hub) =>
      hub.answer('listWebhookAttempts', {
        data: [
          { ...failed.lastAttempt, answer: 'stack trace' },
          { ...failed.lastAttempt, number: 1, answer: null },
        ],
      }),
    )
    const row = (await page.findByText('release.status_changed')).closest('li') as HTMLElement
    const details = row.querySelector('details') as HTMLDetailsElement
    details.open = true
    details.dispatchEvent(new Event('toggle'))
    expect(await page.findByText('stack trace')).toBeDefined()
    expect(page.getAllByText('26 Nov 2026, 11:40 · answered 500 · 120 ms').length).toBe(2)
    expect(page.getByText('The response had no body.')).toBeDefined()
    expect(hub.asked('listWebhookAttempts')[0]?.params.messageId).toBe('whm_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  })

  it('sends a message again by its button', async () => {
    const { hub, page } = await openOne()
    await page.user.click(await page.findByRole('button', { name: 'Send again: whm_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }))
    await expect.poll(() => hub.asked('replayWebhookMessage').length).toBe(1)
    await expect.poll(() => hub.asked('listWebhookMessages').length).toBe(2)
  })

  it('repeats nothing to a webhook that is disabled', async () => {
    const { page } = await openOne({ status: 'disabled', disabledReason: 'gone' })
    await page.findByText('release.status_changed')
    expect(page.queryByRole('button', { name: /^Send again/ })).toBe(null)
  })
})
