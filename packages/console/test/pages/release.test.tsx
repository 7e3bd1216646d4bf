import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from '../harness/fake-hub.ts'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { readAlert, readProblem, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const track = {
  id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  number: 1,
  title: 'Harbour Lights',
  displayArtist: 'Ada Red',
  isrc: 'DEA450600001',
  uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  durationMs: 222_000,
} as const
const store = { id: 'store-a', name: 'Store A', kind: 'ddex' } as const
const release = {
  id: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  title: 'Night Drive',
  displayArtist: 'Ada Red',
  type: 'single',
  status: 'draft',
  label: 'Night Label',
  upc: '4006381333931',
  releaseDate: '2026-12-24',
  revision: 1,
  createdAt: '2026-11-20T08:00:00.000Z',
  submittedAt: null,
  liveAt: null,
  pendingRevision: null,
  plannedTakedown: null,
  review: null,
  findings: [],
  validation: { errors: 0, warnings: 0 },
  deliveries: [],
  tracks: [track],
} as const

async function openRelease(facts: object = {}, prepare = (_hub: FakeHub) => {}, person?: Person) {
  const hub = labelHub(person)
  const shown = { ...release, ...facts }
  hub.answer('getReleaseWithUploads', { release: shown, uploads: [] })
  hub.answer('getRelease', shown)
  hub.answer('listReleaseEvents', { data: [] })
  hub.answer('listUploads', { data: [] })
  hub.answer('listReleaseMessages', { data: [] })
  prepare(hub)
  const page = await openInLabel(hub, '/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  return { hub, page, card: async (name: string) => within(await page.findByRole('region', { name })) }
}

describe('the page of a release', () => {
  it('names title, artist, status and facts', async () => {
    const { page } = await openRelease()
    await page.findByRole('heading', { name: 'Night Drive', level: 1 })
    expect(document.title).toBe('Night Drive · Spindle')
    expect(page.getByText('Draft', { selector: '.chip' })).toBeDefined()
    const facts = page.getByText('UPC').closest('dl') as HTMLElement
    expect(textOf(facts)).toBe('Release date 24 Dec 2026 UPC 4006381333931 Label Night Label Length 1 track · 3:42')
  })

  it('says what is still to come where it is not there', async () => {
    const { page } = await openRelease({
      upc: undefined,
      releaseDate: undefined,
      tracks: [{ ...track, isrc: undefined }],
    })
    expect(await page.findByText('Given when you submit')).toBeDefined()
    expect(page.getByText('No date')).toBeDefined()
    expect(page.getByText('ISRC given when you submit')).toBeDefined()
  })

  it('shows that it loads, and what is wrong when it could not be loaded', async () => {
    const hub = labelHub()
    hub.fail('getReleaseWithUploads', 'internal_error')
    const held = hub.hold('getReleaseWithUploads')
    hub.answer('listReleaseEvents', { data: [] })
    const page = await openInLabel(hub, '/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    await seeLoading(page)
    held.release()
    expect(await readAlert(page)).toBe('This could not be loaded. The hub failed to answer Request req_7 Try again')
    hub.answer('getReleaseWithUploads', { release, uploads: [] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('heading', { name: 'Night Drive', level: 1 })
  })

  it('says that there is none at such an address, and leads to the catalog', async () => {
    const { page } = await openRelease({}, (hub) => hub.fail('getReleaseWithUploads', 'release_not_found'))
    await page.findByRole('heading', { name: 'There is no such page' })
    expect(page.getByText('There is no such release')).toBeDefined()
    expect(page.main.getByRole('link', { name: 'Catalog' }).getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/catalog',
    )
  })

  it.each([
    ['draft', ['Draft (now)', 'Submitted', 'Review', 'On the way', 'Live']],
    ['in_review', ['Draft (done)', 'Submitted (done)', 'Review (now)', 'On the way', 'Live']],
    ['live', ['Draft (done)', 'Submitted (done)', 'Review (done)', 'On the way (done)', 'Live (done)']],
  ] as const)('shows how far a release is that is %s', async (status, steps) => {
    const { page } = await openRelease({ status, createdAt: '2026-11-20T08:00:00.000Z' })
    const list = await page.findByRole('region', { name: 'Where it stands' })
    const names = [...list.querySelectorAll('.timeline-name')].map((step) => step.textContent)
    expect(names).toEqual(steps)
    expect(within(list).getByText('20 Nov 2026, 08:00')).toBeDefined()
  })

  it('shows the same by API for developers', async () => {
    const { page } = await openRelease()
    const button = await page.findByText('Copy')
    await page.user.click(button)
    await page.findByText('Copied')
    expect(await navigator.clipboard.readText()).toBe(
      'curl http://hub.test/api/v1/music-distributor/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB -H "X-API-Key: $SPINDLE_API_KEY"',
    )
  })
})

describe('the checks of a release', () => {
  it('all pass where nothing was found', async () => {
    const { card } = await openRelease()
    expect((await card('Checks')).getByText('✓ All checks pass.')).toBeDefined()
  })

  it('say of each finding how grave it is, where, what is the matter and what to do', async () => {
    const { page, card } = await openRelease({
      validation: { errors: 1, warnings: 1 },
      findings: [
        {
          severity: 'error',
          pointer: '/tracks/0/title',
          message: 'The title is in capitals.',
          fix: 'Write it as on the cover.',
        },
        { severity: 'warning', pointer: '/label', message: 'The label is missing.', fix: '' },
      ],
    })
    const checks = await card('Checks')
    expect(textsOf(checks.getAllByRole('listitem'))).toEqual([
      'Must fix: 1 Harbour Lights The title is in capitals. Write it as on the cover.',
      'Worth a look: The label is missing.',
    ])
    expect(checks.getByText('1 must fix · 1 worth a look')).toBeDefined()
    expect(page.getByText('1 thing to fix before it can be submitted')).toBeDefined()
    expect(page.queryByRole('button', { name: 'Submit' })).toBe(null)
  })
})

describe('submitting a release', () => {
  async function openDialog() {
    const opened = await openRelease()
    await opened.page.user.click(await opened.page.findByRole('button', { name: 'Submit' }))
    return { ...opened, dialog: within(opened.page.getByRole('dialog', { name: 'Submit this release?' })) }
  }

  it('asks once more with what is frozen, and shows the new status at once', async () => {
    const { hub, page, dialog } = await openDialog()
    expect(dialog.getByText(/^“Night Drive”, Single, 1 track, 24 Dec 2026\./)).toBeDefined()
    hub.answer('submitRelease', { ...release, status: 'submitted' })
    await page.user.click(dialog.getByRole('button', { name: 'Submit' }))
    await page.findByText('Submitted', { selector: '.chip' })
    expect(page.queryByRole('dialog')).toBe(null)
  })

  it('is left by “Not yet”, and the button has the keyboard again', async () => {
    const { hub, page, dialog } = await openDialog()
    await page.user.click(dialog.getByRole('button', { name: 'Not yet' }))
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Submit' }))
    expect(hub.asked('submitRelease')).toEqual([])
  })

  it('says why the hub refuses, and is sent once when pressed twice', async () => {
    const { hub, page, dialog } = await openDialog()
    hub.fail('submitRelease', 'findings_block', { detail: 'The cover is missing.' })
    const held = hub.hold('submitRelease')
    const button = dialog.getByRole('button', { name: 'Submit' })
    await page.user.click(button)
    await page.user.click(button)
    held.release()
    expect(textOf(await dialog.findByRole('alert'))).toBe('The cover is missing. Request req_7')
    expect(hub.asked('submitRelease').length).toBe(1)
  })

  it('is taken back from review after a question', async () => {
    const { hub, page } = await openRelease({ status: 'in_review' })
    await page.user.click(await page.findByRole('button', { name: 'Take back' }))
    const dialog = within(page.getByRole('dialog', { name: 'Take this release back from review?' }))
    hub.answer('withdrawRelease', release)
    await page.user.click(dialog.getByRole('button', { name: 'Take back' }))
    await page.findByText('Draft', { selector: '.chip' })
  })

  it('is nothing for a viewer, who is told whom to ask', async () => {
    const { page } = await openRelease({}, (hub) => hub.answer('listMembers', { data: [{ name: 'Tom Green' }] }), {
      role: 'viewer',
    })
    expect(await page.findByText('Your role (viewer) cannot change releases. Ask Tom Green.')).toBeDefined()
    expect(page.queryByRole('button', { name: 'Submit' })).toBe(null)
    expect(page.queryByRole('link', { name: 'Edit' })).toBe(null)
  })
})

describe('taking a release down', () => {
  const preview = {
    outlets: [
      { outlet: store, effect: 'withdrawn', notice: null },
      { outlet: { ...store, id: 'store-b', name: 'Store B' }, effect: 'withdrawn', notice: null },
      { outlet: { ...store, id: 'store-c', name: 'Store C' }, effect: 'down', notice: null },
    ],
  } as const

  async function openDialog(facts: object = {}) {
    const opened = await openRelease({ status: 'live', ...facts }, (hub) => hub.answer('previewTakedown', preview))
    await opened.page.user.click(await opened.page.findByRole('button', { name: 'Take down' }))
    return {
      ...opened,
      dialog: within(opened.page.getByRole('dialog', { name: 'Take this release down everywhere?' })),
    }
  }

  it('says what ends where, once for outlets that are told the same', async () => {
    const { dialog } = await openDialog()
    const meaning = within(await dialog.findByRole('region', { name: 'What ends where' }))
    await meaning.findByText('Store A, Store B')
    expect(textsOf(meaning.getAllByRole('listitem'))).toEqual([
      'Store A, Store B Nothing has been sent, so nothing is said',
      'Store C Down already, nothing changes',
    ])
  })

  it('needs a reason', async () => {
    const { hub, page, dialog } = await openDialog()
    const reason = dialog.getByRole('textbox', { name: 'Why' })
    await page.user.type(reason, '  {Enter}')
    expect(readProblem(reason)).toBe('Why is missing.')
    expect(hub.asked('takedownRelease')).toEqual([])
  })

  it('is done at once with its reason', async () => {
    const { hub, page, dialog } = await openDialog()
    hub.answer('takedownRelease', { ...release, status: 'takedown_pending' })
    await page.user.type(dialog.getByRole('textbox', { name: 'Why' }), 'Rights ended')
    await page.user.click(dialog.getByRole('button', { name: 'Take down' }))
    await page.findByText('Coming down', { selector: '.chip' })
    expect(hub.asked('takedownRelease')[0]?.body).toEqual({ reason: 'Rights ended' })
  })

  it('is planned for a day, which begins where the label is', async () => {
    const { hub, page, dialog } = await openDialog({ timeZone: 'Europe/Berlin' })
    hub.answer('takedownRelease', {
      ...release,
      status: 'live',
      plannedTakedown: { on: '2026-12-31', by: 'account', reason: 'Rights ended', outlets: null },
    })
    await page.user.selectOptions(dialog.getByRole('combobox', { name: 'When' }), 'On a day')
    expect(dialog.getByText(/when this day begins in Europe\/Berlin/)).toBeDefined()
    await page.user.type(dialog.getByLabelText('Day'), '2026-12-31')
    await page.user.type(dialog.getByRole('textbox', { name: 'Why' }), 'Rights ended')
    await page.user.click(dialog.getByRole('button', { name: 'Plan takedown' }))
    expect(await page.findByText('Comes down on 31 Dec 2026.')).toBeDefined()
    expect(hub.asked('takedownRelease')[0]?.body).toEqual({ reason: 'Rights ended', on: '2026-12-31' })
  })

  it('says why it was not done', async () => {
    const { hub, page, dialog } = await openDialog()
    hub.fail('takedownRelease', 'state_conflict', { detail: 'It is down already.' })
    await page.user.type(dialog.getByRole('textbox', { name: 'Why' }), 'Rights ended{Enter}')
    expect(textOf(await dialog.findByRole('alert'))).toContain('It is down already.')
  })

  it('that is planned is called off after a question', async () => {
    const { hub, page } = await openRelease({
      status: 'live',
      deliveries: [{ outlet: store }],
      plannedTakedown: { on: '2026-12-31', by: 'account', reason: 'Rights ended', outlets: ['store-a'] },
    })
    expect(textOf((await page.findByText('Comes down on 31 Dec 2026.')).closest('p') as Element)).toBe(
      'Comes down on 31 Dec 2026. Planned by your account. Only at Store A.',
    )
    await page.user.click(page.getByRole('button', { name: 'Call it off' }))
    hub.answer('cancelTakedown', { ...release, status: 'live' })
    await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Call it off' }))
    await expect.poll(() => page.queryByText('Comes down on 31 Dec 2026.')).toBe(null)
  })

  it('that the operator planned cannot be called off or put off', async () => {
    const { page, dialog } = await openDialog({
      plannedTakedown: { on: '2026-12-31', by: 'operator', reason: 'A court asks for it', outlets: null },
    })
    expect(dialog.queryByRole('combobox', { name: 'When' })).toBe(null)
    expect(page.getByText(/Only the operator can call it off\./)).toBeDefined()
    expect(page.queryByRole('button', { name: 'Call it off' })).toBe(null)
  })
})

describe('the outlets of a release', () => {
  const failed = {
    outlet: store,
    status: 'failed',
    attempts: 3,
    nextAttemptAt: '2026-11-26T12:30:00.000Z',
    reason: { message: 'The store did not answer.' },
    tracks: [],
  } as const

  it('are named once it is submitted', async () => {
    const { card } = await openRelease()
    expect((await card('Outlets')).getByText('It goes to the outlets once it is submitted and approved.')).toBeDefined()
  })

  it('say how it stands, how often it was tried and why it failed', async () => {
    const { card } = await openRelease({ status: 'delivery_failed', deliveries: [failed] })
    expect(textsOf((await card('Outlets')).getAllByRole('listitem'))).toEqual([
      'Store A attempt 3 · again in 30 minutes Failed The store did not answer. Try again',
    ])
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

  it('are no part of a release that goes to no store', async () => {
    const { hub, page, card } = await openRelease()
    await card('Checks')
    expect(page.queryByRole('region', { name: 'Messages to stores' })).toBe(null)
    expect(hub.asked('listReleaseMessages')).toEqual([])
  })

  it('that are older come by the button', async () => {
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

  it('asks for changes at their places, each with the way to its field', async () => {
    const { page } = await openRelease(asks)
    expect(await page.findByText('The review asks for changes.')).toBeDefined()
    expect(page.getByText('1 note stands at the tracks below.')).toBeDefined()
    expect(page.getByText('Write it as on the cover.')).toBeDefined()
    expect(page.getByRole('link', { name: 'Change it: Title' }).getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB/edit/release#release%2Ftitle',
    )
    expect(page.getByText('This code is used by another recording.')).toBeDefined()
  })

  it('leads a viewer to no field', async () => {
    const { page } = await openRelease(asks, () => {}, { role: 'viewer' })
    await page.findByText('Write it as on the cover.')
    expect(page.queryByRole('link', { name: /^Change it/ })).toBe(null)
  })

  it('that rejects says why', async () => {
    const { page } = await openRelease({
      status: 'rejected',
      review: { decision: 'rejected', revision: 1, note: 'The rights belong to others.', issues: [] },
    })
    expect(await page.findByText('The review rejected this release.')).toBeDefined()
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

  it('is listed with who did it, and older things come by the button', async () => {
    const { page, card } = await openRelease({}, (hub) =>
      hub.answerPages('listReleaseEvents', [
        [event],
        [{ ...event, id: 'evt_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', type: 'release.created' }],
      ]),
    )
    const activity = await card('Activity')
    expect(textOf(await activity.findByRole('listitem'))).toBe('Submitted by Mia Blue 1 hour ago')
    await page.user.click(activity.getByRole('button', { name: 'Show older' }))
    await activity.findByText('Draft made', { exact: false })
  })

  it('that could not be loaded can be asked for again', async () => {
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
    expect(streams.getByText('+25 % to the 28 days before')).toBeDefined()
  })

  it('are not asked for before', async () => {
    const { hub, card } = await openRelease()
    await card('Checks')
    expect(hub.asked('getDistributorAnalytics')).toEqual([])
  })
})
