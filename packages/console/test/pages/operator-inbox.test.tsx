import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openOperator } from '../harness/operator-hub.ts'
import { readAlert, readProblem, textOf, textsOf } from '../harness/page-states.ts'

const amal = {
  name: 'Amal',
  email: 'amal@label.example',
  organisation: 'Desert Sound',
  message: 'We would like to deliver.',
  createdAt: '2026-11-26T10:00:00.000Z',
  state: 'new',
  assignee: null,
  note: null,
} as const

const open = (messages: readonly object[] = [amal]) =>
  openOperator('/inbox', (hub) => hub.answer('listContactMessages', { data: messages }))

describe('the inbox of a hub', () => {
  it('shows who wrote what, and answers by mail', async () => {
    const { page } = await open()
    const card = within(await page.findByRole('article', { name: 'Message from Amal' }))
    expect(textOf(card.getByRole('heading'))).toBe('Amal, Desert Sound')
    expect(card.getByText('We would like to deliver.')).toBeDefined()
    expect(card.getByText('2 hours ago')).toBeDefined()
    expect(card.getByRole('link', { name: 'Reply by email' }).getAttribute('href')).toBe('mailto:amal%40label.example')
  })

  it('is filtered by state', async () => {
    const { hub, page } = await open()
    await page.user.click(await page.findByRole('button', { name: 'Spam', pressed: false }))
    await expect.poll(() => hub.asked('listContactMessages').at(-1)?.query).toEqual({ state: 'spam', limit: '50' })
    expect(page.getByRole('button', { name: 'Spam' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('says that it is empty, in a state or at all', async () => {
    const { page } = await open([])
    expect(await page.findByText('Messages from the contact page appear here.')).toBeDefined()
    await page.user.click(page.getByRole('button', { name: 'Done' }))
    expect(await page.findByText('No messages with this status.')).toBeDefined()
  })

  it('says what is wrong when it could not be loaded', async () => {
    const { hub, page } = await openOperator('/inbox', (hub) => hub.fail('listContactMessages', 'internal_error'))
    await readAlert(page)
    hub.answer('listContactMessages', { data: [amal] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('article', { name: 'Message from Amal' })
  })

  it('saves the status of a message, who answers it, and a note', async () => {
    const { hub, page } = await open()
    const card = within(await page.findByRole('article', { name: 'Message from Amal' }))
    await page.user.selectOptions(card.getByRole('combobox', { name: 'Status' }), 'Open')
    await page.user.click(card.getByRole('button', { name: 'Assign to me' }))
    await page.user.type(card.getByRole('textbox', { name: 'Note for operators' }), 'Asks for prices')
    await page.user.click(card.getByRole('button', { name: 'Save note' }))
    await expect
      .poll(() => hub.asked('updateContactMessage').map(({ body }) => body))
      .toEqual([{ state: 'open' }, { assigneeId: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }, { note: 'Asks for prices' }])
  })

  it('gives a message back, and takes an emptied note away', async () => {
    const { hub, page } = await open([
      { ...amal, note: 'Old', assignee: { userId: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', name: 'Mia Blue' } },
    ])
    const card = within(await page.findByRole('article', { name: 'Message from Amal' }))
    expect(card.getByText('Assigned to Mia Blue')).toBeDefined()
    await page.user.click(card.getByRole('button', { name: 'Unassign' }))
    const save = card.getByRole<HTMLButtonElement>('button', { name: 'Save note' })
    expect(save.disabled).toBe(true)
    await page.user.clear(card.getByRole('textbox', { name: 'Note for operators' }))
    await page.user.click(save)
    await expect
      .poll(() => hub.asked('updateContactMessage').map(({ body }) => body))
      .toEqual([{ assigneeId: null }, { note: null }])
  })

  it('says why something was not saved', async () => {
    const { hub, page } = await open()
    hub.lose('updateContactMessage')
    await page.user.selectOptions(await page.findByRole('combobox', { name: 'Status' }), 'Done')
    expect(await readAlert(page)).toBe('The hub did not respond. Check your connection and try again.')
  })

  it('makes an account and a link for the sender, and shows the link once', async () => {
    const { hub, page } = await open()
    await page.user.click(await page.findByRole('button', { name: 'Create account and invite…' }))
    const dialog = within(page.getByRole('dialog', { name: 'Invite Amal' }))
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Account name' })
    expect(name.value).toBe('Desert Sound')
    await page.user.clear(name)
    await page.user.click(dialog.getByRole('button', { name: 'Create account and link' }))
    expect(readProblem(name)).toBe('Enter a name.')
    await page.user.type(name, 'Desert')
    hub.answer('inviteFromMessage', { link: 'https://music.test/console/invitation#x' })
    await page.user.click(dialog.getByRole('button', { name: 'Create account and link' }))
    const shown = within(await page.findByRole('dialog', { name: 'Link' }))
    expect(shown.getByRole('status', { name: 'Link' }).textContent).toBe('https://music.test/console/invitation#x')
    expect(hub.asked('inviteFromMessage').map(({ body }) => body)).toEqual([
      { accountName: 'Desert', email: 'amal@label.example', role: 'owner' },
    ])
  })

  it('deletes a message after a question', async () => {
    const { hub, page } = await open()
    await page.user.click(await page.findByRole('button', { name: 'Delete…' }))
    const dialog = within(page.getByRole('dialog', { name: 'Delete this message permanently?' }))
    hub.answer('listContactMessages', { data: [] })
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await page.findByRole('heading', { name: 'No messages' })
    expect(hub.asked('deleteContactMessage').length).toBe(1)
  })
})

describe('the properties of a hub', () => {
  const site = {
    id: 'site-a',
    verifiedAt: '2026-11-26T11:00:00.000Z',
    feedReadAt: '2026-11-26T11:30:00.000Z',
    feedBehind: 0,
    playsAt: null,
  } as const
  const openProperties = (properties: readonly object[], refusals: object = { count: 0, lastAt: null }) =>
    openOperator('/properties', (hub) => {
      hub.answer('listProperties', { data: properties })
      hub.answer('getRefusals', refusals)
    })

  it('say when each was last in contact, and how far behind it is', async () => {
    const { page } = await openProperties([
      site,
      { ...site, id: 'site-b', verifiedAt: null, feedReadAt: null },
      { ...site, id: 'site-c', feedBehind: 7 },
    ])
    await page.findByText('site-a')
    expect(textsOf(page.main.getAllByRole('row').slice(1))).toEqual([
      'site-a 1 hour ago up to date, read 30 minutes ago never',
      'site-b never never read never',
      'site-c 1 hour ago 7 changes behind, read 30 minutes ago never',
    ])
    expect(page.getByText('✓ No tokens were refused in the last seven days.')).toBeDefined()
  })

  it('warn of tokens that were refused', async () => {
    const { page } = await openProperties([site], { count: 4, lastAt: '2026-11-26T11:00:00.000Z' })
    expect(
      await page.findByText(
        /^4 requests were refused in the last seven days because of an unknown token, most recently 1 hour ago\./,
      ),
    ).toBeDefined()
  })

  it('show how to create a token where none has one', async () => {
    const { page } = await openProperties([])
    expect(await page.findByRole('heading', { name: 'No properties yet' })).toBeDefined()
    expect(page.getByText(/npm run hub -- tokens generate/)).toBeDefined()
  })

  it('say what is wrong with the refusals while the list is there', async () => {
    const { hub, page } = await openOperator('/properties', (hub) => {
      hub.answer('listProperties', { data: [site] })
      hub.fail('getRefusals', 'internal_error')
    })
    await page.findByText('site-a')
    await readAlert(page)
    hub.answer('getRefusals', { count: 0, lastAt: null })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByText('✓ No tokens were refused in the last seven days.')
  })
})

describe('the system of a hub', () => {
  const facts = {
    version: '0.1.0',
    node: 'v24.21.0',
    startedAt: '2026-11-26T10:00:00.000Z',
    publicUrl: 'https://music.test',
    database: { version: '18.1', kind: 'embedded', migrations: 80, newestMigration: '0080-last' },
    disk: { freeBytes: 200_000_000_000, totalBytes: 500_000_000_000 },
    jobs: { waiting: 2, running: 1, failed: 0, oldestSeconds: 4.4 },
    outlets: [
      { id: 'site-a', name: 'site-a', kind: 'property', ernVersion: null },
      { id: 'tube', name: 'Video Store', kind: 'sftp', ernVersion: '4.3' },
      { id: 'far', name: 'Far Store', kind: 'carrier_pigeon', ernVersion: '4.3.2' },
    ],
    checks: [
      { name: 'Clock', isFine: true, text: 'It agrees.' },
      { name: 'Disk', isFine: false, text: 'It is nearly full.', fix: 'Make room.' },
    ],
    settings: [
      { key: 'SPINDLE_PUBLIC_URL', value: 'https://music.test', isSecret: false, isSet: true, help: 'Where it is.' },
      { key: 'SPINDLE_SECRET', value: null, isSecret: true, isSet: true, help: 'A secret.' },
      { key: 'SPINDLE_PORT', value: '3000', isSecret: false, isSet: false, help: 'The port.' },
      { key: 'SPINDLE_OTHER', value: null, isSecret: false, isSet: false, help: 'Another.' },
    ],
  } as const
  const openSystem = () => openOperator('/system', (hub) => hub.answer('getSystem', facts))

  it('is described by its facts', async () => {
    const { page } = await openSystem()
    const list = (await page.findByText('Version')).closest('dl') as HTMLElement
    expect(textOf(list)).toBe(
      'Version 0.1.0, Node v24.21.0 Started 2 hours ago Address https://music.test Database 18.1, started by the hub Schema 80 migrations, latest 0080-last Disk 200 GB free of 500 GB Jobs 2 waiting, 1 running, 0 failed; oldest has waited 4 seconds',
    )
  })

  it('lists the outlets with the ERN version of each that gets messages', async () => {
    const { page } = await openSystem()
    const outlets = within(await page.findByRole('region', { name: 'Outlets' }))
    expect(textsOf(outlets.getAllByRole('row'))).toEqual([
      'Name Kind ERN version',
      'site-a Website or app No messages',
      'Video Store tube SFTP 4.3',
      'Far Store far carrier_pigeon 4.3.2',
    ])
  })

  it('says that the hub has no outlets', async () => {
    const { page } = await openOperator('/system', (hub) => hub.answer('getSystem', { ...facts, outlets: [] }))
    expect(textOf(await page.findByRole('region', { name: 'Outlets' }))).toBe(
      'Outlets None. Releases cannot be delivered until you add an outlet.',
    )
  })

  it('says which checks are fine and what to do about the others', async () => {
    const { page } = await openSystem()
    const checks = within(await page.findByRole('region', { name: 'Checks' }))
    expect(textsOf(checks.getAllByRole('listitem'))).toEqual([
      'OK: Clock It agrees.',
      'problem: Disk It is nearly full. Make room.',
    ])
  })

  it('shows settings, and of secrets only that they are set', async () => {
    const { page } = await openSystem()
    const settings = await page.findByRole('region', { name: 'Settings' })
    expect(textOf(settings.querySelector('dl') as Element)).toBe(
      'SPINDLE_PUBLIC_URL https://music.test Where it is. SPINDLE_SECRET set, not shown A secret. SPINDLE_PORT 3000 (default) The port. SPINDLE_OTHER not set Another.',
    )
  })

  it('is loaded again by the button', async () => {
    const { hub, page } = await openSystem()
    await page.findByText('Clock')
    hub.answer('getSystem', { ...facts, version: '0.2.0' })
    await page.user.click(page.getByRole('button', { name: 'Check again' }))
    await page.findByText('0.2.0, Node v24.21.0')
  })

  it('says what is wrong when it could not be loaded', async () => {
    const { page } = await openOperator('/system', (hub) => hub.fail('getSystem', 'internal_error'))
    expect(await readAlert(page)).toBe(
      'Could not load this. An unexpected error occurred in the hub Request req_7 Try again',
    )
  })

  it('changes its signing key after a question, and names the new one', async () => {
    const { hub, page } = await openSystem()
    hub.answer('rotateSigningKey', { keyId: 'key-2' })
    await page.user.click(await page.findByRole('button', { name: 'Replace signing key…' }))
    const dialog = within(page.getByRole('dialog', { name: 'Replace the signing key?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Replace signing key' }))
    expect(await readAlert(page)).toBe('New tokens are now signed with key-2.')
    expect(page.queryByRole('dialog')).toBe(null)
  })
})
