import { fireEvent, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openOperator } from '../harness/operator-hub.ts'
import { readAlert, textsOf } from '../harness/page-states.ts'

const hostKey = `SHA256:${'k'.repeat(43)}`
const stored = {
  id: 'far',
  name: 'Far Store',
  isPaused: false,
  pausedReason: null,
  hasSecret: true,
  signsInWith: 'password',
  folder: null,
  sftp: { host: 'sftp.store.example', port: 22, user: 'label', directory: '.', hostKey },
  s3: null,
  program: null,
  messages: {
    store: 'generic',
    recipients: [{ dpid: 'PADPIDA2014120301U', name: 'Far Store' }],
    profile: 'Audio',
    avsVersion: '9',
    choreography: 'batch',
    takedownStyle: 'no_deal',
    askEverySeconds: 30,
    ernVersion: '4.3.2',
    manifestHash: 'SHA-256',
    acknowledges: true,
    liveOn: 'manual',
    resendFiles: 'until_acknowledged',
    writeFiles: 'renamed',
    isTest: true,
  },
  takes: { audio: ['flac'] },
  genres: [{ code: 'electronic', name: 'Dance' }],
} as const

type Opened = Awaited<ReturnType<typeof openOperator>>['page']

const type = (page: Opened, label: string, value: string): void =>
  void fireEvent.change(page.getByLabelText(label), { target: { value } })
const next = (page: Opened, step: string) => page.user.click(page.getByRole('button', { name: `Next: ${step}` }))
const problemsIn = (page: Opened): string[] =>
  [...page.main.getByRole('heading', { level: 1 }).ownerDocument.querySelectorAll('form .field .problem')].map(
    ({ textContent }) => textContent ?? '',
  )

const openGuide = async () => {
  const { hub, page } = await openOperator('/stores/new', (fake) =>
    fake.answer('listHubOutlets', () => ({ data: [], page: { hasMore: false, nextCursor: null } })),
  )
  await page.findByRole('heading', { name: /^Store/ })
  return { hub, page }
}

const fillStore = async (page: Opened, kind: string): Promise<void> => {
  type(page, 'Name', 'Far Störe')
  await page.user.click(page.getByLabelText(kind))
  await next(page, 'Connection')
}

const fillMessages = async (page: Opened): Promise<void> => {
  await page.findByRole('heading', { name: /^Messages/ })
  type(page, 'DPID of the recipient', 'PADPIDA2014120301U')
  type(page, 'Name of the recipient', 'Far Store')
  await next(page, 'What it takes')
  await page.findByRole('heading', { name: /^What it takes/ })
}

const fillFolderStore = async (page: Opened): Promise<void> => {
  await fillStore(page, 'Folder on the hub’s machine')
  type(page, 'Folder', '/srv/shop')
  await next(page, 'Messages')
  await fillMessages(page)
  await next(page, 'Add and test')
}

describe('the guide for a new store', () => {
  it('adds an SFTP server whose key a person trusts, tests it, and starts it', async () => {
    const { hub, page } = await openGuide()
    await fillStore(page, 'SFTP server')
    type(page, 'Server', 'sftp.store.example')
    type(page, 'User', 'label')
    type(page, 'Password', 'correct horse')
    hub.answer('readHostKey', { hostKey, keyType: 'ssh-ed25519', problem: null })
    await page.user.click(page.getByRole('button', { name: 'Get the host key' }))
    expect(await readAlert(page)).toContain(`The server shows this key: ${hostKey} (ssh-ed25519)`)
    expect(hub.asked('readHostKey').map(({ body }) => body)).toEqual([{ host: 'sftp.store.example', port: 22 }])
    await page.user.click(page.getByRole('button', { name: 'Trust this key' }))
    await next(page, 'Messages')
    await fillMessages(page)
    await page.user.click(page.getByLabelText('FLAC'))
    await page.user.selectOptions(page.getByLabelText('Territories'), 'include')
    type(page, 'Territory codes', 'de, at')
    type(page, 'Electronic', 'Dance')
    await next(page, 'Add and test')
    await page.findByText(/The hub adds the store in a paused state/)
    hub.answer('addOutlet', stored)
    hub.answer('testOutlet', { steps: [{ step: 'connect', found: 'host key', problem: null }] })
    await page.user.click(page.getByRole('button', { name: 'Add and test' }))
    await page.findByText('The test passed.')
    expect(hub.asked('addOutlet').map(({ body }) => body)).toEqual([
      {
        id: 'far-store',
        name: 'Far Störe',
        sftp: {
          host: 'sftp.store.example',
          port: 22,
          user: 'label',
          directory: '.',
          hostKey,
          password: 'correct horse',
        },
        messages: {
          store: 'generic',
          recipients: [{ dpid: 'PADPIDA2014120301U', name: 'Far Store' }],
          profile: 'Audio',
          avsVersion: '9',
          choreography: 'batch',
          askEverySeconds: 30,
          manifestHash: 'SHA-256',
          acknowledges: true,
          liveOn: 'manual',
          writeFiles: 'renamed',
          isTest: true,
        },
        takes: { audio: ['flac'], territories: { mode: 'include', codes: ['DE', 'AT'] } },
        genres: [{ code: 'electronic', name: 'Dance' }],
      },
    ])
    expect(page.main.queryByLabelText('Password')).toBeNull()
    await page.user.click(page.getByRole('button', { name: 'Start sending' }))
    await page.findByText('Far Store is running. Waiting deliveries continue within two minutes.')
    expect(hub.asked('resumeOutlet').map(({ params }) => params)).toEqual([{ outletId: 'far' }])
  })

  it('shows what is missing at each field, and stays at the step', async () => {
    const { hub, page } = await openGuide()
    await next(page, 'Connection')
    expect(problemsIn(page)).toEqual(['Name is missing.', 'Id is missing.'])
    expect(document.activeElement).toBe(page.getByLabelText('Name'))
    type(page, 'Name', 'Far Store')
    type(page, 'Id', 'Far Store')
    await next(page, 'Connection')
    expect(problemsIn(page)).toEqual(['Use lowercase letters, digits, - and _, and begin with a letter or digit.'])
    type(page, 'Id', 'far')
    await next(page, 'Connection')
    type(page, 'Server', 'label@sftp.store.example')
    type(page, 'Port', '99999')
    await next(page, 'Messages')
    expect(problemsIn(page)).toEqual([
      'Enter only the name or address of the server, without user or port.',
      'Enter a number from 1 to 65535.',
      'User is missing.',
      'Get the host key of the server and trust it, or paste it: SHA256: and 43 characters.',
      'The hub needs a password or a private key to sign in.',
    ])
    expect(hub.asked('addOutlet')).toEqual([])
  })

  it('says why the hub could not get the host key', async () => {
    const { hub, page } = await openGuide()
    await fillStore(page, 'SFTP server')
    type(page, 'Server', 'sftp.store.example')
    hub.answer('readHostKey', { hostKey: null, keyType: null, problem: 'nothing answers at this port' })
    await page.user.click(page.getByRole('button', { name: 'Get the host key' }))
    expect(await readAlert(page)).toBe('The hub could not get the host key: nothing answers at this port')
  })

  it('asks for two recipients where a store needs them, and refuses territories that do not exist', async () => {
    const { page } = await openGuide()
    await page.user.selectOptions(page.getByLabelText('Store that the messages are written for'), 'youtube')
    await fillStore(page, 'Folder on the hub’s machine')
    type(page, 'Folder', '/srv/shop')
    await next(page, 'Messages')
    type(page, 'DPID of the recipient', 'Example')
    await next(page, 'What it takes')
    expect(problemsIn(page)).toEqual([
      'This is not a DDEX party id. Party ids look like PADPIDA2014120301U.',
      'Name of the recipient is missing.',
      'DPID of the second recipient is missing.',
      'Name of the second recipient is missing.',
    ])
    expect(page.getByLabelText('Version of ERN').textContent).toBe('Store default: 4.34.3')
    type(page, 'DPID of the second recipient', 'PADPIDA2014120303W')
    type(page, 'Name of the second recipient', 'Rights')
    await fillMessages(page)
    await page.user.selectOptions(page.getByLabelText('Territories'), 'exclude')
    type(page, 'Territory codes', 'UK')
    type(page, 'Shortest side of a cover, in pixels (optional)', '0')
    await next(page, 'Add and test')
    expect(problemsIn(page)).toEqual([
      '"UK" is not a territory code. Did you mean GB?',
      'Enter a whole number from 1 to 10000.',
    ])
  })

  it('goes back to the step of what the hub refuses, and keeps what was typed', async () => {
    const { hub, page } = await openGuide()
    await fillStore(page, 'S3 bucket')
    type(page, 'Bucket', 'deliveries')
    type(page, 'Access key', 'AKEXAMPLE')
    type(page, 'Secret access key', 'secret')
    await next(page, 'Messages')
    await fillMessages(page)
    await next(page, 'Add and test')
    hub.fail('addOutlet', 'validation_failed', {
      errors: [{ pointer: '/id', detail: 'The hub has an outlet with the id "far-store".', fix: 'Choose another id.' }],
    })
    await page.user.click(page.getByRole('button', { name: 'Add and test' }))
    await page.findByRole('heading', { name: /^Store/ })
    expect(problemsIn(page)).toEqual(['The hub has an outlet with the id "far-store". Choose another id.'])
    await next(page, 'Connection')
    expect((page.getByLabelText('Secret access key') as HTMLInputElement).value).toBe('secret')
  })

  it('asks before it starts a store whose test failed, and names what failed', async () => {
    const { hub, page } = await openGuide()
    await fillFolderStore(page)
    hub.answer('addOutlet', stored)
    hub.answer('testOutlet', {
      steps: [
        { step: 'Connect', found: 'SSH', problem: null },
        { step: 'Write a file', found: null, problem: 'Permission denied' },
      ],
    })
    await page.user.click(page.getByRole('button', { name: 'Add and test' }))
    const again = await page.findByRole('button', { name: 'Test again' })
    await page.findByText('Write a file')
    const start = page.getByRole('button', { name: 'Start sending' })
    expect([again.className, start.className]).toEqual(['button primary', 'button plain'])
    await page.user.click(start)
    const dialog = within(await page.findByRole('dialog'))
    dialog.getByText('Start Far Store without a passed test?')
    expect(textsOf(dialog.getAllByRole('listitem'))).toEqual(['Write a file: Permission denied'])
    expect(hub.asked('resumeOutlet')).toHaveLength(0)
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    hub.answer('testOutlet', { steps: [{ step: 'Connect', found: 'SSH', problem: null }] })
    await page.user.click(again)
    await page.findByText('The test passed.')
    expect([again.className, start.className]).toEqual(['button plain', 'button primary'])
    await page.user.click(start)
    await page.findByText('Far Store is running. Waiting deliveries continue within two minutes.')
  })

  it('asks for a confirmation before it sends credentials', async () => {
    const { hub, page } = await openGuide()
    await fillFolderStore(page)
    hub.fail('addOutlet', 'confirmation_needed')
    await page.user.click(page.getByRole('button', { name: 'Add and test' }))
    await page.findByRole('dialog')
    expect(hub.asked('addOutlet')).toHaveLength(1)
  })
})

describe('the settings of a store', () => {
  const open = async () => {
    const opened = await openOperator('/stores/far/settings', (hub) => hub.answer('getHubOutlet', stored))
    await opened.page.findByRole('heading', { name: 'Sign-in' })
    return opened
  }

  it('show the place, and of credentials only that they are stored', async () => {
    const { page } = await open()
    expect(textsOf([page.main.getByRole('region', { name: 'Place' })])[0]).toContain('label@sftp.store.example:22')
    expect((page.getByLabelText('Password') as HTMLInputElement).value).toBe('')
    page.main.getByText('A value is stored but not shown. Leave this empty to keep it.')
  })

  it('of a program show its path, and say where they are changed', async () => {
    const program = { program: '/opt/send' }
    const { page } = await openOperator('/stores/far/settings', (hub) =>
      hub.answer('getHubOutlet', { ...stored, sftp: null, signsInWith: null, program }),
    )
    expect(await page.main.findByText('/opt/send')).toBeTruthy()
    expect(page.main.getByText(/changed on the command line/)).toBeTruthy()
    expect(page.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('send only what was changed', async () => {
    const { hub, page } = await open()
    await page.user.click(page.getByRole('button', { name: 'Save' }))
    await page.findByText('There is nothing to save.')
    await page.user.selectOptions(page.getByLabelText('Messages'), 'false')
    await page.user.click(page.getByLabelText('WAV'))
    type(page, 'Electronic', '')
    type(page, 'Password', 'another horse')
    hub.answer('updateOutlet', { ...stored, messages: { ...stored.messages, isTest: false } })
    await page.user.click(page.getByRole('button', { name: 'Save' }))
    await page.findByText('Saved. New messages use the new settings.')
    expect(hub.asked('updateOutlet').map(({ params, body }) => [params.outletId, body])).toEqual([
      [
        'far',
        {
          sftp: { password: 'another horse' },
          messages: { isTest: false },
          takes: { audio: ['flac', 'wav'] },
          genres: [],
        },
      ],
    ])
    expect((page.getByLabelText('Password') as HTMLInputElement).value).toBe('')
  })

  it('show at its field what the hub refuses', async () => {
    const { hub, page } = await open()
    type(page, 'Private key', 'no key')
    hub.fail('updateOutlet', 'validation_failed', {
      errors: [{ pointer: '/sftp/privateKey', detail: 'This is not a private key.' }],
    })
    await page.user.click(page.getByRole('button', { name: 'Save' }))
    await page.findByText('This is not a private key.')
    expect(document.activeElement).toBe(page.getByLabelText('Private key'))
  })

  it('remove the store only after its id was typed, and say why the hub refuses', async () => {
    const { hub, page } = await open()
    await page.user.click(page.getByRole('button', { name: 'Remove store…' }))
    const dialog = within(page.getByRole('dialog', { name: 'Remove Far Store?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Remove' }))
    dialog.getByText('Type far, the id of this store.')
    expect(hub.asked('removeOutlet')).toEqual([])
    fireEvent.change(dialog.getByLabelText('Id of the store'), { target: { value: 'far' } })
    hub.fail('removeOutlet', 'state_conflict', { detail: 'One release is at this store.' })
    await page.user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('One release is at this store.')
    hub.answer('removeOutlet')
    hub.answer('listHubOutlets', () => ({ data: [], page: { hasMore: false, nextCursor: null } }))
    await page.user.click(dialog.getByRole('button', { name: 'Remove' }))
    await page.findByText('No stores yet')
  })

  it('say what is wrong when they could not be loaded', async () => {
    const { hub, page } = await openOperator('/stores/far/settings', (fake) => fake.fail('getHubOutlet', 'not_found'))
    await readAlert(page)
    hub.answer('getHubOutlet', stored)
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('heading', { name: 'Sign-in' })
  })
})
