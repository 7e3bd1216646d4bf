import { checkValue } from '@spindle/contract/check'
import { addOutlet, OutletSettings, readHostKey, updateOutlet } from '@spindle/contract/console'
import { describe, expect, it } from 'vitest'

const pointersOf = (schema: object, value: unknown): string[] => checkValue(schema, value).map(({ pointer }) => pointer)

const hostKey = `SHA256:${'k'.repeat(43)}`
const recipients = [{ dpid: 'PADPIDA2014120301U', name: 'Example Store' }]
const sftp = { host: 'sftp.store.example', port: 22, user: 'label', directory: '.', hostKey, password: 'a b' }
const s3 = { bucket: 'deliveries', prefix: '', region: 'us-east-1', accessKeyId: 'AK', secretAccessKey: 'a b' }
const outlet = { id: 'shop', name: 'Example Store', messages: { store: 'generic', recipients } }

describe('a new outlet', () => {
  const refused = (change: object): string[] => pointersOf(addOutlet.body, { ...outlet, ...change })

  it('is a folder, a server or a bucket', () => {
    for (const place of [{ folder: { folder: '/srv/shop' } }, { sftp }, { s3 }]) expect(refused(place)).toEqual([])
  })

  it.each([
    ['an id with capital letters', { id: 'Shop' }, '/id'],
    ['an id that begins with a hyphen', { id: '-shop' }, '/id'],
    ['a blank name', { name: '   ' }, '/name'],
    ['a relative folder', { folder: { folder: 'srv/shop' } }, '/folder/folder'],
    ['a host with a user', { sftp: { ...sftp, host: 'label@sftp.store.example' } }, '/sftp/host'],
    ['a host with a path', { sftp: { ...sftp, host: 'sftp.store.example/in' } }, '/sftp/host'],
    ['port 0', { sftp: { ...sftp, port: 0 } }, '/sftp/port'],
    ['port 65536', { sftp: { ...sftp, port: 65_536 } }, '/sftp/port'],
    ['a user with a colon', { sftp: { ...sftp, user: 'label:x' } }, '/sftp/user'],
    ['a short host key', { sftp: { ...sftp, hostKey: 'SHA256:abc' } }, '/sftp/hostKey'],
    ['a host key of another digest', { sftp: { ...sftp, hostKey: `MD5:${'k'.repeat(43)}` } }, '/sftp/hostKey'],
    ['an empty password', { sftp: { ...sftp, password: '' } }, '/sftp/password'],
    ['a bucket in capital letters', { s3: { ...s3, bucket: 'Deliveries' } }, '/s3/bucket'],
    ['an endpoint that is not a web address', { s3: { ...s3, endpoint: 'file:///etc' } }, '/s3/endpoint'],
    ['no recipient', { messages: { store: 'generic', recipients: [] } }, '/messages/recipients'],
    ['an unknown store', { messages: { store: 'tape', recipients } }, '/messages/store'],
    ['an unknown version', { messages: { store: 'generic', recipients, ernVersion: '3.8.1' } }, '/messages/ernVersion'],
    [
      'a pause of 0 seconds',
      { messages: { store: 'generic', recipients, askEverySeconds: 0 } },
      '/messages/askEverySeconds',
    ],
    ['an unknown use', { takes: { uses: ['tape'] } }, '/takes/uses/0'],
    ['an empty list of models', { takes: { models: [] } }, '/takes/models'],
    ['an unknown container', { takes: { audio: ['ogg'] } }, '/takes/audio/0'],
    ['a cover of 0 pixels', { takes: { leastCover: 0 } }, '/takes/leastCover'],
    ['a genre without a name', { genres: [{ code: 'jazz', name: ' ' }] }, '/genres/0/name'],
  ])('has not %s', (_, change, pointer) => expect(refused(change)).toEqual([pointer]))

  it('has no settings that the contract does not name', () => {
    expect(refused({ s3: { ...s3, secret: 'x' } })).not.toEqual([])
    expect(refused({ isPaused: false })).not.toEqual([])
  })
})

describe('a change of an outlet', () => {
  const refused = (change: object): string[] => pointersOf(updateOutlet.body, change)

  it('may name everything that can change, or nothing', () => {
    expect(refused({})).toEqual([])
    expect(
      refused({
        sftp: { hostKey, password: 'a', privateKey: 'b' },
        messages: {
          ernVersion: '4.3',
          manifestHash: 'MD5',
          acknowledges: false,
          liveOn: 'never',
          resendFiles: 'always',
          writeFiles: 'in_place',
          isTest: false,
        },
        takes: { territories: { mode: 'include', codes: ['DE'] } },
        genres: [],
      }),
    ).toEqual([])
  })

  it('cannot move an outlet: its credentials would go to another server', () => {
    for (const member of [{ host: 'other.example' }, { port: 23 }, { user: 'other' }])
      expect(refused({ sftp: member })).not.toEqual([])
    expect(refused({ folder: { folder: '/srv/other' } })).not.toEqual([])
  })

  it('needs the secret of an access key with the key', () => {
    expect(refused({ s3: { accessKeyId: 'AK', secretAccessKey: 'a' } })).toEqual([])
    expect(refused({ s3: { accessKeyId: 'AK' } })).not.toEqual([])
  })
})

describe('the settings of an outlet', () => {
  it('have no member for a password, a private key or the secret of an access key', () => {
    const names = JSON.stringify(OutletSettings)
    for (const secret of ['"password":', '"privateKey":', '"secretAccessKey":']) expect(names).not.toContain(secret)
  })
})

describe('the question for a host key', () => {
  it('names a server and a port', () => {
    expect(pointersOf(readHostKey.body, { host: '::1', port: 2222 })).toEqual([])
    expect(pointersOf(readHostKey.body, { host: '', port: 22 })).toContain('/host')
    expect(pointersOf(readHostKey.body, { host: 'sftp.store.example', port: '22' })).toEqual(['/port'])
  })
})

describe('the answer about an outlet', () => {
  const messages = {
    store: 'generic',
    recipients,
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
  }
  const answer = {
    id: 'shop',
    name: 'Example Store',
    isPaused: true,
    pausedReason: null,
    hasSecret: false,
    signsInWith: null,
    folder: { folder: '/srv/shop' },
    sftp: null,
    s3: null,
    program: null,
    messages,
    takes: {},
    genres: [],
  }
  const { password: _, ...server } = sftp
  const { secretAccessKey: _secret, ...bucket } = s3

  it('has the place of its kind, and null for the others', () => {
    expect(pointersOf(OutletSettings, answer)).toEqual([])
    expect(
      pointersOf(OutletSettings, { ...answer, folder: null, sftp: server, hasSecret: true, signsInWith: 'key' }),
    ).toEqual([])
    expect(pointersOf(OutletSettings, { ...answer, folder: null, s3: bucket, hasSecret: true })).toEqual([])
  })

  it('has the path of a program, which nothing here can set', () => {
    const program = { program: '/opt/send' }
    expect(pointersOf(OutletSettings, { ...answer, folder: null, program })).toEqual([])
    expect(pointersOf(OutletSettings, { ...answer, folder: null, program: {} })).not.toEqual([])
    for (const operation of [addOutlet, updateOutlet]) expect(JSON.stringify(operation.body)).not.toContain('"program"')
  })

  it.each([
    ['place', 'folder'],
    ['place', 'sftp'],
    ['place', 's3'],
    ['place', 'program'],
    ['state', 'isPaused'],
    ['state', 'pausedReason'],
    ['state', 'hasSecret'],
    ['state', 'signsInWith'],
  ] as const)('always has its %s member %s, also if it is null', (_what, name) => {
    const rest = Object.fromEntries(Object.entries(answer).filter(([one]) => one !== name))
    expect(pointersOf(OutletSettings, rest)).not.toEqual([])
  })

  it.each(Object.keys(messages))('always has the setting %s of messages', (name) => {
    const rest = Object.fromEntries(Object.entries(messages).filter(([one]) => one !== name))
    expect(pointersOf(OutletSettings, { ...answer, messages: rest })).not.toEqual([])
  })

  it('names what is stored to sign in', () => {
    for (const signsInWith of ['password', 'key', 'key_and_password'])
      expect(pointersOf(OutletSettings, { ...answer, signsInWith })).toEqual([])
    expect(pointersOf(OutletSettings, { ...answer, signsInWith: 'token' })).not.toEqual([])
  })

  it('may have a store that is asked several times a second', () => {
    expect(pointersOf(OutletSettings, { ...answer, messages: { ...messages, askEverySeconds: 0.2 } })).toEqual([])
  })
})
