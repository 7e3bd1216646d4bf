import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openRelease, store } from '../harness/open-release.ts'
import { readAlert, textOf, textsOf } from '../harness/page-states.ts'

describe('the outlets of a release', () => {
  const failed = {
    outlet: store,
    status: 'failed',
    attempts: 3,
    nextAttemptAt: '2026-11-26T12:30:00.000Z',
    reason: { message: 'The store did not answer.' },
    goesLive: null,
    tracks: [],
  } as const

  it('are named once it is submitted', async () => {
    const { card } = await openRelease()
    expect(
      (await card('Outlets')).getByText('The release is sent to outlets after it is submitted and approved.'),
    ).toBeDefined()
  })

  it('show its status, how often it was tried and why it failed', async () => {
    const { card } = await openRelease({ status: 'delivery_failed', deliveries: [failed] })
    expect(textsOf((await card('Outlets')).getAllByRole('listitem'))).toEqual([
      'Store A attempt 3 · next attempt in 30 minutes Failed The store did not answer. Message and differences Try again',
    ])
  })

  it('name no next attempt of what is sent, and one that is due as still to come', async () => {
    const due = { ...failed, attempts: 1, nextAttemptAt: '2026-11-26T11:59:59.000Z', reason: null }
    const { card } = await openRelease({
      status: 'delivering',
      deliveries: [
        { ...due, id: 'dlv_01JD3MZ6V8Q4W9X2K7N5T0RHYB', status: 'queued' },
        { ...due, id: 'dlv_01JD3MZ6V8Q4W9X2K7N5T0RHYC', status: 'sent' },
      ],
    })
    expect(textsOf((await card('Outlets')).getAllByRole('listitem'))).toEqual([
      'Store A next attempt in a moment Waiting Message and differences',
      'Store A Sent Message and differences',
    ])
  })

  it('show when the release goes live at each, in its zone and in that of the reader', async () => {
    const at = '2026-12-03T15:00:00.000Z'
    const localTime = '2026-12-04T00:00'
    const waiting = { ...failed, status: 'ingested', attempts: 1, nextAttemptAt: null, reason: null }
    const { page, card } = await openRelease({
      status: 'scheduled',
      goesLive: { at, localTime, timeZone: 'Asia/Tokyo' },
      deliveries: [
        { ...waiting, id: 'dlv_01JD3MZ6V8Q4W9X2K7N5T0RHYB', goesLive: { at, localTime, timeZone: 'Asia/Tokyo' } },
        { ...waiting, id: 'dlv_01JD3MZ6V8Q4W9X2K7N5T0RHYC', goesLive: { at, localTime, timeZone: null } },
      ],
    })
    expect(textsOf((await card('Outlets')).getAllByRole('listitem'))).toEqual([
      'Store A goes live 4 Dec 2026, 00:00 Asia/Tokyo (3 Dec 2026, 15:00 your time) Ingested Message and differences',
      'Store A goes live 4 Dec 2026, 00:00, the local time of each territory Ingested Message and differences',
    ])
    expect(page.getByText('Goes live').parentElement?.textContent).toContain('3 Dec 2026, 15:00 your time')
  })

  it('are tried again by the button', async () => {
    const { hub, page } = await openRelease({ status: 'delivery_failed', deliveries: [failed] })
    await page.user.click(await page.findByRole('button', { name: 'Try again: Store A' }))
    await expect.poll(() => hub.asked('retryDelivery')[0]?.params.deliveryId).toBe('dlv_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    await expect.poll(() => hub.asked('getRelease').length).toBeGreaterThan(0)
  })

  it('that could not be tried again say why', async () => {
    const { hub, page, card } = await openRelease({ status: 'delivery_failed', deliveries: [failed] })
    hub.fail('retryDelivery', 'state_conflict', { detail: 'It is being delivered.' })
    await page.user.click(await page.findByRole('button', { name: 'Try again: Store A' }))
    expect(textOf(await (await card('Outlets')).findByRole('alert'))).toContain('It is being delivered.')
  })

  it('are not tried again by a viewer', async () => {
    const { page, card } = await openRelease({ status: 'delivery_failed', deliveries: [failed] }, () => {}, {
      role: 'viewer',
    })
    await card('Outlets')
    expect(page.queryByRole('button', { name: /^Try again/ })).toBe(null)
  })
})

describe('messages to the stores', () => {
  const message = {
    id: 'msg_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    deliveryId: 'dlv_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    outlet: 'store-a',
    purpose: 'offer',
    revision: 2,
    status: 'refused',
    acknowledgement: { message: 'The UPC is known.' },
    sentAt: '2026-11-26T11:00:00.000Z',
  } as const
  const delivered = { status: 'live', deliveries: [{ outlet: store }] } as const

  it('are had as they were sent, with what the store answered and the proof', async () => {
    const { card } = await openRelease(delivered, (hub) => hub.answer('listReleaseMessages', { data: [message] }))
    const messages = await card('Messages to stores')
    const row = messages.getByRole('listitem')
    expect(textOf(row)).toContain('Refused: The UPC is known.')
    const name = 'Release, revision 2, to Store A'
    const address =
      'http://hub.test/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/api/v1/music-distributor/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB/messages/msg_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    expect(messages.getByRole('link', { name: `Download the message: ${name}` }).getAttribute('href')).toBe(address)
    expect(messages.getByRole('link', { name: `Download the proof of delivery: ${name}` }).getAttribute('href')).toBe(
      `${address}/proof`,
    )
  })

  it('that were never sent have no proof', async () => {
    const { card } = await openRelease(delivered, (hub) =>
      hub.answer('listReleaseMessages', {
        data: [{ ...message, status: 'waiting', sentAt: null, acknowledgement: null }],
      }),
    )
    const messages = await card('Messages to stores')
    expect(messages.getByText('On its way')).toBeDefined()
    expect(messages.queryByRole('link', { name: /proof/ })).toBe(null)
  })

  it('are not shown for a release that goes to no store', async () => {
    const { hub, page, card } = await openRelease()
    await card('Checks')
    expect(page.queryByRole('region', { name: 'Messages to stores' })).toBe(null)
    expect(hub.asked('listReleaseMessages')).toEqual([])
  })

  it('that are older are loaded by the button', async () => {
    const { page, card } = await openRelease(delivered, (hub) =>
      hub.answerPages('listReleaseMessages', [
        [message],
        [{ ...message, id: 'msg_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', purpose: 'takedown' }],
      ]),
    )
    await page.user.click(await (await card('Messages to stores')).findByRole('button', { name: 'Show older' }))
    await page.findByText('Takedown, revision 2, to Store A')
  })
})

describe('the message that a store would get now', () => {
  const preview = {
    xml: '<NewReleaseMessage/>',
    problems: [{ pointer: '/label', message: 'The label has no name.' }],
    notCarried: [{ pointer: '/moods', message: 'ERN has no moods.' }],
  }
  const comparison = {
    against: { revision: 2, sentAt: '2026-11-26T11:00:00.000Z' },
    changes: [{ pointer: '/title', message: 'The title is now “Night Drive”.', before: 'Night', after: 'Night Drive' }],
    xmlChanges: 3,
  }
  const open = async (compared: object = comparison, previewed: object = preview) => {
    const { hub, page } = await openRelease({ status: 'live', deliveries: [{ outlet: store }] }, (hub) => {
      hub.answer('previewMessage', () => previewed)
      hub.answer('compareMessage', () => compared)
    })
    await page.user.click(await page.findByRole('button', { name: 'Message and differences: Store A' }))
    return { hub, page, dialog: within(await page.findByRole('dialog', { name: 'Message to Store A' })) }
  }

  it('is shown with its differences, problems, and what it leaves out', async () => {
    const { hub, dialog } = await open()
    await dialog.findByText('The title is now “Night Drive”.')
    expect(dialog.getByText('Compared with revision 2, sent 1 hour ago. 3 changes in the XML.')).toBeDefined()
    for (const text of ['The label has no name.', 'ERN has no moods.', '<NewReleaseMessage/>'])
      expect(dialog.getByText(text)).toBeDefined()
    for (const id of ['previewMessage', 'compareMessage'] as const)
      expect(hub.asked(id).map(({ query }) => query)).toEqual([{ outlet: 'store-a' }])
  })

  it('may be the first one', async () => {
    const clean = { ...preview, problems: [], notCarried: [] }
    const first = await open({ ...comparison, against: null, changes: [] }, clean)
    await first.dialog.findByText('The store has no message about this release, so everything is new.')
    expect(first.dialog.queryByText('Differences from what the store has')).not.toBe(null)
    await first.page.user.click(first.dialog.getByRole('button', { name: 'Close' }))
    expect(first.page.queryByRole('dialog')).toBe(null)
  })

  it('may say nothing new', async () => {
    const { dialog } = await open(
      { ...comparison, changes: [], xmlChanges: 0 },
      { ...preview, problems: [], notCarried: [] },
    )
    await dialog.findByText(/The store already has all of this\./)
  })

  it('says why it could not be made', async () => {
    const { page } = await openRelease({ status: 'live', deliveries: [{ outlet: store }] }, (hub) =>
      hub.fail('previewMessage', 'release_not_found', { detail: 'The release no longer exists.' }),
    )
    await page.user.click(await page.findByRole('button', { name: 'Message and differences: Store A' }))
    expect(await readAlert(page)).toContain('The release no longer exists.')
  })
})

describe('the review of a release', () => {
  const asks = {
    status: 'changes_requested',
    review: {
      decision: 'changes_requested',
      revision: 1,
      note: '',
      issues: [
        { pointer: '/title', note: 'Write it as on the cover.' },
        { pointer: '/tracks/0/isrc', note: 'This code is used by another recording.' },
      ],
    },
  } as const

  it('requests changes at their places, each with a link to its field', async () => {
    const { page } = await openRelease(asks)
    expect(await page.findByText('Changes requested in review.')).toBeDefined()
    expect(page.getByText('See 1 note on the tracks below.')).toBeDefined()
    expect(page.getByText('Write it as on the cover.')).toBeDefined()
    expect(page.getByRole('link', { name: 'Edit Title' }).getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB/edit/release#release%2Ftitle',
    )
    expect(page.getByText('This code is used by another recording.')).toBeDefined()
  })

  it('leads a viewer to no field', async () => {
    const { page } = await openRelease(asks, () => {}, { role: 'viewer' })
    await page.findByText('Write it as on the cover.')
    expect(page.queryByRole('link', { name: /^Edit (Title|Track)/ })).toBe(null)
  })

  it('that rejects says why', async () => {
    const { page } = await openRelease({
      status: 'rejected',
      review: { decision: 'rejected', revision: 1, note: 'The rights belong to others.', issues: [] },
    })
    expect(await page.findByText('This release was rejected in review.')).toBeDefined()
    expect(page.getByText('The rights belong to others.')).toBeDefined()
  })
})

describe('what happened to a release', () => {
  const event = {
    type: 'release.submitted',
    at: '2026-11-26T11:00:00.000Z',
    actor: { type: 'user', name: 'Mia Blue' },
    reason: null,
    data: {},
  } as const

  it('is listed with who did it, and older entries are loaded by the button', async () => {
    const { page, card } = await openRelease({}, (hub) =>
      hub.answerPages('listReleaseEvents', [
        [event],
        [{ ...event, id: 'evt_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', type: 'release.created' }],
      ]),
    )
    const activity = await card('Activity')
    expect(textOf(await activity.findByRole('listitem'))).toBe('Submitted by Mia Blue 1 hour ago')
    await page.user.click(activity.getByRole('button', { name: 'Show older' }))
    await activity.findByText('Draft created', { exact: false })
  })

  it('that could not be loaded can be loaded again', async () => {
    const { hub, page, card } = await openRelease({}, (hub) => hub.fail('listReleaseEvents', 'account_suspended'))
    const activity = await card('Activity')
    await activity.findByRole('alert')
    hub.answer('listReleaseEvents', { data: [event] })
    await page.user.click(activity.getByRole('button', { name: 'Try again' }))
    await activity.findByText('by Mia Blue', { exact: false })
  })
})

describe('the numbers of a release', () => {
  it('are shown once it is live', async () => {
    const { card } = await openRelease({ status: 'live', liveAt: '2026-11-01T08:00:00.000Z' }, (hub) =>
      hub.answer('getDistributorAnalytics', {
        range: { from: '2026-10-29', to: '2026-11-25' },
        totals: { streams: 500 },
        comparison: { totals: { streams: 400 }, change: { streams: 25 } },
        data: [{ date: '2026-11-01', metrics: { streams: 500 } }],
        meta: { sandbox: false },
      }),
    )
    const streams = await card('Streams, 28 days')
    expect(streams.getByText('500')).toBeDefined()
    expect(streams.getByText('+25 % vs. the previous 28 days')).toBeDefined()
  })

  it('are not requested before', async () => {
    const { hub, card } = await openRelease()
    await card('Checks')
    expect(hub.asked('getDistributorAnalytics')).toEqual([])
  })
})
