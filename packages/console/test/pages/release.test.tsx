import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub } from '../harness/label-hub.ts'
import { openRelease, release, store, track } from '../harness/open-release.ts'
import { readAlert, readProblem, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

describe('the page of a release', () => {
  it('names title, artist, status and facts', async () => {
    const { page } = await openRelease()
    await page.findByRole('heading', { name: 'Night Drive', level: 1 })
    expect(document.title).toBe('Night Drive · Spindle')
    expect(page.getByText('Draft', { selector: '.chip' })).toBeDefined()
    const facts = page.getByText('UPC').closest('dl') as HTMLElement
    expect(textOf(facts)).toBe('Release date 24 Dec 2026 UPC 4006381333931 Label Night Label Length 1 track · 3:42')
  })

  it('names the release that it replaces, and the one that replaces it', async () => {
    const { page } = await openRelease(
      { replaces: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHY8', replacedBy: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9' },
      (hub) =>
        hub.answer('getRelease', ({ params: { releaseId = '' } }) => ({
          ...release,
          id: releaseId as `rel_${string}`,
          title: releaseId.endsWith('8') ? 'Night Drive (2025)' : 'Night Drive (2027)',
        })),
    )
    const older = await page.findByRole('link', { name: 'Night Drive (2025)' })
    expect(older.getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHY8',
    )
    await page.findByRole('link', { name: 'Night Drive (2027)' })
    const facts = page.getByText('Replaces').closest('dl') as HTMLElement
    expect(textOf(facts)).toContain('Replaces Night Drive (2025) Replaced by Night Drive (2027)')
  })

  it('links to the release that it replaces by the end of its id if the title cannot be loaded', async () => {
    const { page } = await openRelease({ replaces: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHY8' }, (hub) =>
      hub.fail('getRelease', 'release_not_found'),
    )
    expect((await page.findByRole('link', { name: '…T0RHY8' })).getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHY8',
    )
  })

  it('says what is still missing where there is no data', async () => {
    const { page } = await openRelease({
      upc: undefined,
      releaseDate: undefined,
      tracks: [{ ...track, isrc: undefined }],
    })
    expect(await page.findByText('Assigned when you submit')).toBeDefined()
    expect(page.getByText('No date')).toBeDefined()
    expect(page.getByText('ISRC assigned when you submit')).toBeDefined()
  })

  it('shows that it loads, and what is wrong when it could not be loaded', async () => {
    const hub = labelHub()
    hub.fail('getReleaseWithUploads', 'internal_error')
    const held = hub.hold('getReleaseWithUploads')
    hub.answer('listReleaseEvents', { data: [] })
    const page = await openInLabel(hub, '/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    await seeLoading(page)
    held.release()
    expect(await readAlert(page)).toBe(
      'Could not load this. An unexpected error occurred in the hub Request req_7 Try again',
    )
    hub.answer('getReleaseWithUploads', { release, uploads: [] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('heading', { name: 'Night Drive', level: 1 })
  })

  it('says that there is no release at the address, and leads to the catalog', async () => {
    const { page } = await openRelease({}, (hub) => hub.fail('getReleaseWithUploads', 'release_not_found'))
    await page.findByRole('heading', { name: 'Release not found' })
    expect(page.getAllByText(/not found/i).length).toBe(1)
    expect(page.main.getByRole('link', { name: 'Catalog' }).getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/catalog',
    )
  })

  it.each([
    ['draft', ['Draft (now)', 'Submitted', 'Review', 'On the way', 'Live']],
    ['in_review', ['Draft (done)', 'Submitted (done)', 'Review (now)', 'On the way', 'Live']],
    ['live', ['Draft (done)', 'Submitted (done)', 'Review (done)', 'On the way (done)', 'Live (done)']],
    [
      'takedown_pending',
      [
        'Draft (done)',
        'Submitted (done)',
        'Review (done)',
        'On the way (done)',
        'Live (done)',
        'Takedown pending (now)',
      ],
    ],
    [
      'taken_down',
      ['Draft (done)', 'Submitted (done)', 'Review (done)', 'On the way (done)', 'Live (done)', 'Taken down (now)'],
    ],
  ] as const)('shows how far a release is that is %s', async (status, steps) => {
    const { page } = await openRelease({ status, createdAt: '2026-11-20T08:00:00.000Z' })
    const list = await page.findByRole('region', { name: 'Progress' })
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
      'To fix: 1 Harbour Lights The title is in capitals. Write it as on the cover.',
      'To check: The label is missing.',
    ])
    expect(checks.getByText('1 to fix · 1 to check')).toBeDefined()
    expect(page.getByText('Fix 1 issue before you submit it')).toBeDefined()
    expect(page.queryByRole('button', { name: 'Submit' })).toBe(null)
  })
})

describe('submitting a release', () => {
  async function openDialog() {
    const opened = await openRelease()
    await opened.page.user.click(await opened.page.findByRole('button', { name: 'Submit' }))
    return { ...opened, dialog: within(opened.page.getByRole('dialog', { name: 'Submit this release?' })) }
  }

  it('asks for confirmation with what is frozen, and shows the new status at once', async () => {
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
    expect(textOf(await dialog.findByRole('alert'))).toBe('The cover is missing.')
    expect(hub.asked('submitRelease').length).toBe(1)
  })

  it('is taken back from review after a question', async () => {
    const { hub, page } = await openRelease({ status: 'in_review' })
    await page.user.click(await page.findByRole('button', { name: 'Withdraw' }))
    const dialog = within(page.getByRole('dialog', { name: 'Withdraw this release from review?' }))
    hub.answer('withdrawRelease', release)
    await page.user.click(dialog.getByRole('button', { name: 'Withdraw' }))
    await page.findByText('Draft', { selector: '.chip' })
  })

  it('becomes what was submitted after a question, unless its changes are not those that were shown', async () => {
    const facts = { status: 'live', revision: 2, pendingRevision: 2 } as const
    const { hub, page } = await openRelease(facts, (hub) => hub.answer('getReleaseChanges', { changes: [] }))
    await page.user.click(await page.findByRole('button', { name: 'Discard changes' }))
    const dialog = within(page.getByRole('dialog', { name: 'Discard the unsubmitted changes?' }))
    hub.answer('discardReleaseChanges', { ...release, status: 'live', revision: 3, pendingRevision: null })
    await page.user.click(dialog.getByRole('button', { name: 'Discard changes' }))
    await expect.poll(() => page.queryByRole('button', { name: 'Discard changes' })).toBe(null)
    expect(hub.asked('discardReleaseChanges').length).toBe(1)
  })

  it('is closed to a viewer, and shows whom to ask', async () => {
    const { page } = await openRelease({}, (hub) => hub.answer('listMembers', { data: [{ name: 'Tom Green' }] }), {
      role: 'viewer',
    })
    expect(await page.findByText('Your role (viewer) cannot edit releases. Ask Tom Green.')).toBeDefined()
    expect(page.queryByRole('button', { name: 'Submit' })).toBe(null)
    expect(page.queryByRole('link', { name: 'Edit' })).toBe(null)
  })
})

describe('the next steps of a release', () => {
  const namesOf = (page: Awaited<ReturnType<typeof openRelease>>['page']) => {
    const head = page.main.getByRole('heading', { level: 1 }).parentElement as HTMLElement
    return textsOf([...head.querySelectorAll('.button')])
  }

  it.each([
    ['draft', {}, ['Edit', 'Submit', 'Delete draft', 'Make a copy']],
    ['draft', { validation: { errors: 2, warnings: 0 } }, ['Edit', 'Delete draft', 'Make a copy']],
    ['changes_requested', {}, ['Edit', 'Submit', 'Make a copy']],
    ['submitted', {}, ['Withdraw', 'Make a copy']],
    ['in_review', {}, ['Withdraw', 'Make a copy']],
    ['delivering', {}, ['Edit', 'Make a copy']],
    ['delivery_failed', {}, ['Edit', 'Make a copy']],
    ['scheduled', {}, ['Edit', 'Take down', 'Make a copy']],
    ['live', {}, ['Edit', 'Take down', 'Make a copy']],
    ['live', { revision: 2, pendingRevision: 2 }, ['Edit', 'Submit', 'Discard changes', 'Take down', 'Make a copy']],
    ['rejected', {}, ['Make a copy']],
    ['takedown_pending', {}, ['Make a copy']],
    ['taken_down', {}, ['Edit', 'Offer again', 'Make a copy']],
    ['taken_down', { revision: 2, pendingRevision: 2 }, ['Edit', 'Discard changes', 'Offer again', 'Make a copy']],
    ['taken_down', { validation: { errors: 1, warnings: 0 } }, ['Edit', 'Make a copy']],
  ] as const)('that is %s %o are there', async (status, facts, expected) => {
    const { page } = await openRelease({ status, ...facts }, (hub) => hub.answer('getReleaseChanges', { changes: [] }))
    await page.findByRole('heading', { name: 'Night Drive', level: 1 })
    expect(namesOf(page)).toEqual(expected)
  })

  it('that has ended are a copy, which opens as a draft', async () => {
    const { hub, page } = await openRelease({ status: 'taken_down' })
    const copy = { ...release, id: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHZZ' } as const
    hub.answer('cloneRelease', copy)
    hub.answer('getRelease', copy)
    await page.user.click(await page.findByRole('button', { name: 'Make a copy' }))
    await expect.poll(() => page.address()).toContain('/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHZZ/edit')
    expect(hub.asked('cloneRelease').map(({ params }) => params.releaseId)).toEqual([release.id])
  })

  it('after a takedown offer the release again, after a question', async () => {
    const { hub, page } = await openRelease({ status: 'taken_down' })
    hub.answer('submitRelease', { ...release, status: 'submitted' })
    await page.user.click(await page.findByRole('button', { name: 'Offer again' }))
    const dialog = within(page.getByRole('dialog', { name: 'Offer this release again?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Offer again' }))
    await page.findByText('Submitted', { selector: '.chip' })
    expect(hub.asked('submitRelease').map(({ params }) => params.releaseId)).toEqual([release.id])
  })

  it('say why no copy was made', async () => {
    const { hub, page } = await openRelease({ status: 'rejected' })
    hub.fail('cloneRelease', 'quota_exceeded', { detail: 'The account has as many releases as it may have.' })
    await page.user.click(await page.findByRole('button', { name: 'Make a copy' }))
    expect(await readAlert(page)).toContain('The account has as many releases as it may have.')
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

  it('says what ends where, once for outlets that receive the same', async () => {
    const { dialog } = await openDialog()
    const meaning = within(await dialog.findByRole('region', { name: 'What each outlet does' }))
    await meaning.findByText('Store A, Store B')
    expect(textsOf(meaning.getAllByRole('listitem'))).toEqual([
      'Store A, Store B Never sent there; no message needed',
      'Store C Already taken down; nothing changes',
    ])
  })

  it('needs a reason', async () => {
    const { hub, page, dialog } = await openDialog()
    const reason = dialog.getByRole('textbox', { name: 'Reason' })
    await page.user.type(reason, '  {Enter}')
    expect(readProblem(reason)).toBe('Reason is missing.')
    expect(hub.asked('takedownRelease')).toEqual([])
  })

  it('is done at once with its reason', async () => {
    const { hub, page, dialog } = await openDialog()
    hub.answer('takedownRelease', { ...release, status: 'takedown_pending' })
    await page.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Rights ended')
    await page.user.click(dialog.getByRole('button', { name: 'Take down' }))
    await page.findByText('Takedown pending', { selector: '.chip' })
    expect(hub.asked('takedownRelease')[0]?.body).toEqual({ reason: 'Rights ended' })
  })

  it('is planned for a day, which begins where the label is', async () => {
    const { hub, page, dialog } = await openDialog({ timeZone: 'Europe/Berlin' })
    hub.answer('takedownRelease', {
      ...release,
      status: 'live',
      plannedTakedown: { on: '2026-12-31', actor: { type: 'account' }, reason: 'Rights ended', outlets: null },
    })
    await page.user.selectOptions(dialog.getByRole('combobox', { name: 'When' }), 'On a date')
    expect(dialog.getByText(/at midnight at the beginning of this date \(Europe\/Berlin\)/)).toBeDefined()
    await page.user.type(dialog.getByLabelText('Date'), '2026-12-31')
    await page.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Rights ended')
    await page.user.click(dialog.getByRole('button', { name: 'Plan takedown' }))
    expect(await page.findByText('Takedown planned for 31 Dec 2026.')).toBeDefined()
    expect(hub.asked('takedownRelease')[0]?.body).toEqual({ reason: 'Rights ended', on: '2026-12-31' })
  })

  it('is done only at the outlets that are chosen', async () => {
    const { hub, page, dialog } = await openDialog()
    hub.answer('takedownRelease', { ...release, status: 'live' })
    await page.user.click(await dialog.findByRole('radio', { name: 'Selected outlets' }))
    const chosen = within(page.getByRole('dialog', { name: 'Take this release down at some outlets?' }))
    // Store C has nothing to take down.
    expect(chosen.getAllByRole('checkbox').map((box) => textOf(box.closest('label') as Element))).toEqual([
      'Store A',
      'Store B',
    ])
    await page.user.type(chosen.getByRole('textbox', { name: 'Reason' }), 'Rights ended')
    await page.user.click(chosen.getByRole('button', { name: 'Take down' }))
    expect(textOf(await chosen.findByRole('alert'))).toBe('Choose at least one outlet.')
    expect(hub.asked('takedownRelease')).toEqual([])
    await page.user.click(chosen.getByRole('checkbox', { name: 'Store B' }))
    await page.user.click(chosen.getByRole('button', { name: 'Take down' }))
    await expect.poll(() => page.queryByRole('dialog')).toBe(null)
    expect(hub.asked('takedownRelease')[0]?.body).toEqual({ reason: 'Rights ended', outlets: ['store-b'] })
  })

  it('leads to the territories, where a release ends in some countries only', async () => {
    const { dialog } = await openDialog()
    expect(dialog.getByRole('link', { name: 'Change territories' }).getAttribute('href')).toMatch(
      /\/edit\/release#release\/territories$/,
    )
  })

  it('says why it was not done', async () => {
    const { hub, page, dialog } = await openDialog()
    hub.fail('takedownRelease', 'state_conflict', { detail: 'It is down already.' })
    await page.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Rights ended{Enter}')
    expect(textOf(await dialog.findByRole('alert'))).toContain('It is down already.')
  })

  it('that is planned is called off after a question', async () => {
    const { hub, page } = await openRelease({
      status: 'live',
      deliveries: [{ outlet: store }],
      plannedTakedown: { on: '2026-12-31', actor: { type: 'account' }, reason: 'Rights ended', outlets: ['store-a'] },
    })
    expect(textOf((await page.findByText('Takedown planned for 31 Dec 2026.')).closest('p') as Element)).toBe(
      'Takedown planned for 31 Dec 2026. Planned by your account. Only at Store A.',
    )
    await page.user.click(page.getByRole('button', { name: 'Cancel takedown' }))
    hub.answer('cancelTakedown', { ...release, status: 'live' })
    await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Cancel takedown' }))
    await expect.poll(() => page.queryByText('Takedown planned for 31 Dec 2026.')).toBe(null)
  })

  it('that the operator planned cannot be called off or put off', async () => {
    const { page, dialog } = await openDialog({
      plannedTakedown: { on: '2026-12-31', actor: { type: 'operator' }, reason: 'A court asks for it', outlets: null },
    })
    expect(dialog.queryByRole('combobox', { name: 'When' })).toBe(null)
    expect(page.getByText(/Only the operator can cancel it\./)).toBeDefined()
    expect(page.queryByRole('button', { name: 'Cancel takedown' })).toBe(null)
  })
})
