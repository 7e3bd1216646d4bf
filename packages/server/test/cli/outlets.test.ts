import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { operatorOf, runOperatorCommand, shellOf } from '../harness/operator.ts'

describe('outlets', () => {
  let hub: TestHub
  let operator: ReturnType<typeof operatorOf>
  let folder: string
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    operator = operatorOf(hub)
    folder = await mkdtemp(join(tmpdir(), 'spindle-outlets-'))
  })
  const add = (id: string, ...more: readonly string[]) =>
    operator('outlets', 'add', id, '--name', 'Example Store', '--folder', folder, ...more)
  const recipient = ['--to', 'PADPIDA2014120302V=Example = Store']
  const seen = () => hub.hub.outlets.list().find(({ id }) => id === 'store')

  it('are added while the hub runs, as test outlets by default', async () => {
    const { code, out, err } = await add('store', ...recipient)
    expect([code, out]).toEqual([0, ['store was added. Test it with: outlets test store']])
    expect(err.join()).toContain('SPINDLE_DPID')
    await eventually(() => seen() !== undefined || undefined, { what: 'the hub to know the store' })
    const [{ settings }] = JSON.parse((await operator('outlets', 'list', '--json')).out.join('\n'))
    expect(settings).toMatchObject({
      isTest: true,
      takedownStyle: 'no_deal',
      liveOn: 'manual',
      choreography: 'batch',
      folder,
    })
    expect(settings.recipients).toEqual([{ dpid: 'PADPIDA2014120302V', name: 'Example = Store' }])
  })

  it('accept a part of what is offered, with their own words, and can be changed', async () => {
    const settings = async () => {
      const all = JSON.parse((await operator('outlets', 'list', '--json')).out.join('\n'))
      return all.find(({ id }: { id: string }) => id === 'picky').settings
    }
    const genres = join(folder, 'genres.json')
    await writeFile(genres, (await operator('outlets', 'genres')).out.join('\n').replace('"Electronic"', '"Dance"'))
    await add('picky', ...recipient, '--models', 'paid, free', '--not-in', 'JP,KP', '--genres', genres)
    expect(await settings()).toMatchObject({
      takes: { models: ['paid', 'free'], territories: { mode: 'exclude', codes: ['JP', 'KP'] } },
      genres: { electronic: 'Dance', jazz: 'Jazz' },
    })
    expect((await operator('outlets', 'set', 'picky', '--uses', 'download', '--live-on', 'ack')).out).toEqual([
      'picky was changed. New messages use the new settings.',
    ])
    expect(await settings()).toMatchObject({
      liveOn: 'ack',
      takes: { models: ['paid', 'free'], uses: ['download'], territories: { mode: 'exclude' } },
    })
    await operator('outlets', 'set', 'picky', '--audio', 'wav,flac', '--cover-at-least', '3000')
    expect(await settings()).toMatchObject({ takes: { uses: ['download'], audio: ['wav', 'flac'], leastCover: 3000 } })
    for (const [option, value, said] of [
      ['--audio', 'wav,ogg', '--audio is "ogg"; take one of: wav, aiff, flac, mp3'],
      ['--cover-at-least', '0', '--cover-at-least is "0"; give a whole number from 1 to 10000'],
    ] as const)
      expect((await operator('outlets', 'set', 'picky', option, value)).err[0]).toBe(said)
    await operator('outlets', 'set', 'picky', '--takes-all')
    const all = await settings()
    expect([all.takes, all.genres.electronic]).toEqual([{}, 'Dance'])
    expect(await operator('outlets', 'set', 'picky')).toMatchObject({
      code: 2,
      err: ['Choose what to change', expect.anything()],
    })
    await writeFile(genres, '{"polka party": "Polka"}')
    expect((await operator('outlets', 'set', 'picky', '--genres', genres)).err[0]).toContain(
      'unknown genre "polka party"',
    )
    await rm(genres)
  })

  it('are tried, and leave nothing behind', async () => {
    const { code, out } = await operator('outlets', 'test', 'store')
    expect([code, out]).toEqual([
      0,
      ['create a folder', 'write a file', 'rename it', 'read it', 'remove it'].map((step) => `ok      ${step}`),
    ])
    expect(await readdir(folder)).toEqual([])
    await add('broken', ...recipient, '--folder', '/dev/null/nowhere')
    const broken = await operator('outlets', 'test', 'broken')
    expect(broken.code).toBe(1)
    expect(broken.out[0]).toMatch(/^failed {2}create a folder: ENOTDIR/)
  })

  it('are paused and resumed', async () => {
    expect((await operator('outlets', 'pause', 'store')).out).toEqual(['store is paused. Deliveries to it wait.'])
    await eventually(() => seen()?.isPaused || undefined, { what: 'the pause' })
    expect((await operator('outlets', 'list')).out).toContain('store  folder  Example Store  ERN 4.3.2  test  paused')
    await operator('outlets', 'resume', 'store')
    await eventually(() => seen()?.isPaused === false || undefined, { what: 'the store to go on' })
    await rm(folder, { recursive: true, force: true })
  })

  it.each<[string, readonly string[], string]>([
    ['without a recipient', ['x'], 'Give --to once'],
    ['with one recipient where two are asked for', ['x', ...recipient, '--for', 'youtube'], 'Give --to twice'],
    ['with a recipient that is none', ['x', '--to', 'Example'], 'is not DPID=NAME'],
    [
      'in a version that its store does not publish',
      ['x', ...recipient, '--for', 'meta', '--ern', '4.3.2'],
      'Meta publishes ERN 3.8.3 and 4.2, and not 4.3.2: use --ern 3.8.3',
    ],
    [
      'in a version that another store does not publish',
      ['x', ...recipient, '--for', 'spotify', '--ern', '3.8.2'],
      'Spotify publishes ERN 4.3 and later, and not 3.8.2: use --ern 4.3.2, 4.3.1 or 4.3',
    ],
    [
      'in a version that the hub does not write',
      ['x', ...recipient, '--ern', '3.8.1'],
      '--ern is "3.8.1"; take one of: 4.3.2, 4.3.1, 4.3, 3.8.3, 3.8.2',
    ],
    ['with a digest that it does not make', ['x', ...recipient, '--manifest-hash', 'CRC'], '--manifest-hash is "CRC"'],
    ['twice', ['store', ...recipient], 'The outlet store already exists'],
    ['under the name of another', ['sandbox', ...recipient], '"sandbox" is the outlet of the hub'],
    [
      'with a word nobody knows',
      ['x', ...recipient, '--choreography', 'tape'],
      '--choreography is "tape"; take one of: batch',
    ],
    ['with a use nobody knows', ['x', ...recipient, '--uses', 'stream,tape'], '--uses is "tape"; take one of'],
    [
      'in a country that is none',
      ['x', ...recipient, '--territories', 'DE,XX'],
      '--territories: "XX" is not a territory code; write codes such as DE,AT,CH',
    ],
    [
      'in a country with another code',
      ['x', ...recipient, '--not-in', 'UK'],
      '--not-in: "UK" is not a territory code; write GB',
    ],
    [
      'that goes live on a whim',
      ['x', ...recipient, '--live-on', 'whim'],
      '--live-on is "whim"; take one of: ack, manual, never',
    ],
    [
      'with no number',
      ['x', ...recipient, '--ask-every', 'never'],
      '--ask-every is "never"; give a whole number from 1 to 86400',
    ],
    ['without a place', ['x', ...recipient, '--folder', ''], '--folder is missing'],
    [
      'in two places',
      ['x', ...recipient, '--sftp', 'label@sftp.example'],
      'Choose where the store receives its packages: --folder, --sftp, --s3 or --program',
    ],
    ['in a folder and by a program', ['x', ...recipient, '--program', '/bin/sh'], '--s3 or --program'],
    ['with variables for no program', ['x', ...recipient, '--env-file', '-'], '--env-file is only for outlets with'],
  ])('are not added %s', async (_, [id = '', ...more], problem) => {
    const { code, err } = await add(id, ...more)
    expect([code, err[0]]).toEqual([2, expect.stringContaining(problem)])
  })

  const hostKey = ['--host-key', `SHA256:${'k'.repeat(43)}`]
  const overSftp = (id: string, server: string, ...more: readonly string[]) => [
    ...['outlets', 'add', id, '--name', 'Far Store', '--sftp', server],
    ...[...recipient, ...more],
  ]
  it.each<[string, string[], string]>([
    ['without a host key', overSftp('x', 'label@sftp.example'), '--host-key is missing'],
    ['with another digest', overSftp('x', 'a@b', '--host-key', 'MD5:00:11'), '--host-key must be SHA256:'],
    ['without a user', overSftp('x', 'sftp.example', ...hostKey), 'is not USER@HOST'],
    ['at a port that is none', overSftp('x', 'a@b:65536', ...hostKey), 'is not USER@HOST'],
    ['with nothing to sign in with', overSftp('x', 'a@b', ...hostKey), 'Use --password-file or --key-file'],
    [
      'with two ways in',
      overSftp('x', 'a@b', ...hostKey, '--password-file', '-', '--key-file', '-'),
      'can hold one secret',
    ],
    ['with no key', overSftp('x', 'a@b', ...hostKey, '--key-file', import.meta.filename), 'This is not a private key'],
  ])('over SFTP are not added %s', async (_, args, problem) => {
    const { code, err } = await runOperatorCommand(args, shellOf(hub), 'piped')
    expect([code, err[0]]).toEqual([2, expect.stringContaining(problem)])
  })

  it('over SFTP are not added with a file that does not exist or is a folder', async () => {
    const add = (...secret: string[]) =>
      runOperatorCommand(overSftp('x', 'a@b', ...hostKey, ...secret), shellOf(hub), 'piped')
    const missing = join(hub.dataDir, 'no-password')
    expect(await add('--password-file', missing)).toMatchObject({
      code: 1,
      err: [`${missing} does not exist. Check the path.`],
    })
    expect(await add('--key-file', hub.dataDir)).toMatchObject({
      code: 1,
      err: ['The path is a folder, not a file. Name a file.'],
    })
  })

  it('can be set to write files in place, and to wait for no acknowledgements', async () => {
    await add('inbox', ...recipient)
    const set = await operator('outlets', 'set', 'inbox', '--write-files', 'in_place', '--no-acknowledgements')
    expect(set.code).toBe(0)
    const listed = JSON.parse((await operator('outlets', 'list', '--json')).out.join('\n'))
    expect(listed.find(({ id }: { id: string }) => id === 'inbox').settings).toMatchObject({
      writeFiles: 'in_place',
      acknowledges: false,
      resendFiles: 'until_sent',
    })
    await operator('outlets', 'set', 'inbox', '--live-on', 'ack')
    const later = JSON.parse((await operator('outlets', 'list', '--json')).out.join('\n'))
    expect(later.find(({ id }: { id: string }) => id === 'inbox').settings).toMatchObject({ acknowledges: false })
  })

  const settingsOf = async (outlet: string) => {
    const listed = JSON.parse((await operator('outlets', 'list', '--json')).out.join('\n'))
    return listed.find(({ id }: { id: string }) => id === outlet)?.settings
  }

  it('write the version of ERN that the store publishes, and can be changed', async () => {
    await add('usual', ...recipient)
    expect(await settingsOf('usual')).toMatchObject({ ernVersion: '4.3.2', manifestHash: 'SHA-256' })
    const two = [...recipient, '--to', 'PADPIDA2014120303W=Rights']
    await add('tube', ...two, '--for', 'youtube')
    expect(await settingsOf('tube')).toMatchObject({ ernVersion: '4.3', outletProfile: 'youtube' })
    await add('spot', ...recipient, '--for', 'spotify', '--ern', '4.3', '--manifest-hash', 'none')
    expect(await settingsOf('spot')).toMatchObject({
      ernVersion: '4.3',
      manifestHash: 'none',
      productRoles: ['producer', 'remixer'],
    })
    expect((await operator('outlets', 'set', 'spot', '--ern', '4.3.1', '--manifest-hash', 'MD5')).code).toBe(0)
    expect(await settingsOf('spot')).toMatchObject({ ernVersion: '4.3.1', manifestHash: 'MD5' })
    await add('social', ...recipient, '--for', 'meta')
    expect(await settingsOf('social')).toMatchObject({ ernVersion: '3.8.3', outletProfile: 'meta' })
    await add('synchronized', ...recipient, '--for', 'massivemusic')
    expect(await settingsOf('synchronized')).toMatchObject({ ernVersion: '3.8.2', outletProfile: 'massivemusic' })
    expect((await operator('outlets', 'list')).out).toEqual(
      expect.arrayContaining([
        'social  folder  Example Store  ERN 3.8.3  test',
        'spot  folder  Example Store  ERN 4.3.1  test',
        'tube  folder  Example Store  ERN 4.3  test',
        'usual  folder  Example Store  ERN 4.3.2  test',
      ]),
    )
    await operator('outlets', 'set', 'usual', '--live')
    expect((await operator('outlets', 'list')).out).toContain('usual  folder  Example Store  ERN 4.3.2')
    const listed = JSON.parse((await operator('outlets', 'list', '--json')).out.join('\n'))
    expect(listed.find(({ id }: { id: string }) => id === 'tube')).toMatchObject({ kind: 'folder', ernVersion: '4.3' })
    const refused = await operator('outlets', 'set', 'tube', '--ern', '4.3.2')
    expect([refused.code, refused.err[0]]).toEqual([
      2,
      'YouTube publishes ERN 3.4 to 3.8 and 4.3, and not 4.3.2: use --ern 4.3',
    ])
    expect(await settingsOf('tube')).toMatchObject({ ernVersion: '4.3' })
  })

  it('can wait for acknowledgements again', async () => {
    await add('quiet', ...recipient, '--no-acknowledgements')
    expect(await settingsOf('quiet')).toMatchObject({ acknowledges: false, resendFiles: 'until_sent' })
    expect((await operator('outlets', 'set', 'quiet', '--acknowledgements')).code).toBe(0)
    expect(await settingsOf('quiet')).toMatchObject({ acknowledges: true, resendFiles: 'until_acknowledged' })
    await operator('outlets', 'set', 'quiet', '--resend-files', 'always')
    await operator('outlets', 'set', 'quiet', '--no-acknowledgements')
    expect(await settingsOf('quiet')).toMatchObject({ acknowledges: false, resendFiles: 'always' })
    await operator('outlets', 'set', 'quiet', '--acknowledgements', '--resend-files', 'until_sent')
    expect(await settingsOf('quiet')).toMatchObject({ acknowledges: true, resendFiles: 'until_sent' })
    await operator('outlets', 'set', 'quiet', '--live-on', 'ack')
    expect(await settingsOf('quiet')).toMatchObject({ acknowledges: true, resendFiles: 'until_sent' })
  })

  it('over SFTP take a password and a key, for servers that want both', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spindle-sign-in-'))
    atEnd(() => rm(folder, { recursive: true }))
    const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const files = [join(folder, 'password'), join(folder, 'key')] as const
    await writeFile(files[0], 'correct horse\n')
    await writeFile(files[1], key)
    const args = overSftp('both', 'label@sftp.example', ...hostKey, '--password-file', files[0], '--key-file', files[1])
    expect((await runOperatorCommand(args, shellOf(hub))).code).toBe(0)
    const listed = JSON.parse((await operator('outlets', 'list', '--json')).out.join('\n'))
    expect(listed.find(({ id }: { id: string }) => id === 'both').settings.signsInWith).toBe('key_and_password')
    const { secret = '' } = (await hub.hub.outlets.openSecret('both')) ?? {}
    expect(JSON.parse(secret)).toEqual({
      privateKey: expect.stringContaining('-----BEGIN OPENSSH PRIVATE KEY-----'),
      password: 'correct horse',
    })
  })

  it('over SFTP take a password that is piped in, and never show it', async () => {
    const args = overSftp('far', 'label@[::1]:2222', ...hostKey, '--password-file', '-')
    const typed = await runOperatorCommand(args, shellOf(hub))
    expect([typed.code, typed.err[0]]).toEqual([2, expect.stringContaining('a terminal would show the secret')])
    expect((await runOperatorCommand(args, shellOf(hub), 'correct horse\n')).code).toBe(0)
    const listed = (await operator('outlets', 'list', '--json')).out.join('\n')
    const far = JSON.parse(listed).find(({ id }: { id: string }) => id === 'far')
    expect(far).toMatchObject({
      kind: 'sftp',
      settings: { host: '::1', port: 2222, user: 'label', directory: '.', signsInWith: 'password' },
    })
    const stored = await hub.opened.database.system.row(
      'select to_jsonb(outlets)::text as row from outlets where id = $1',
      ['far'],
    )
    const asHex = Buffer.from('correct horse').toString('hex')
    for (const text of [listed, JSON.stringify(stored)])
      for (const secret of ['correct horse', asHex]) expect(text).not.toContain(secret)
    const changed = await runOperatorCommand(
      ['outlets', 'sign-in', 'far', '--host-key', `SHA256:${'n'.repeat(43)}`],
      shellOf(hub),
    )
    expect(changed.code).toBe(0)
    const after = JSON.parse((await operator('outlets', 'list', '--json')).out.join('\n'))
    expect(after.find(({ id }: { id: string }) => id === 'far').settings.hostKey).toBe(`SHA256:${'n'.repeat(43)}`)
    expect((await operator('outlets', 'sign-in', 'far')).err[0]).toContain('Use --host-key')
    expect((await operator('outlets', 'sign-in', 'store', ...hostKey)).err[0]).toContain('have no credentials')
  })

  const inBucket = (id: string, bucket: string, ...more: readonly string[]) => [
    ...['outlets', 'add', id, '--name', 'Bucket Store', '--s3', bucket],
    ...[...recipient, ...more],
  ]
  const accessKey = ['--access-key', 'AKEXAMPLE', '--secret-key-file', '-']
  it.each<[string, string[], string]>([
    ['without a bucket', inBucket('x', 's3://', ...accessKey), 'is not s3://BUCKET'],
    ['at another address', inBucket('x', 's3://bucket', ...accessKey, '--endpoint', 'objects'), '--endpoint must be'],
    ['without an access key', inBucket('x', 's3://bucket'), '--access-key is missing'],
    ['without its secret', inBucket('x', 's3://bucket', '--access-key', 'A'), '--secret-key-file is missing'],
  ])('in a bucket are not added %s', async (_, args, problem) => {
    const { code, err } = await runOperatorCommand(args, shellOf(hub), 'piped')
    expect([code, err[0]]).toEqual([2, expect.stringContaining(problem)])
  })

  it('in a bucket are added, and tried', async () => {
    const fake = await startFakeS3()
    const args = inBucket('bucket', 's3://bucket/to/us', '--endpoint', fake.options.endpoint, ...accessKey)
    expect((await runOperatorCommand(args, shellOf(hub), 'secret\n')).code).toBe(0)
    const listed = JSON.parse((await operator('outlets', 'list', '--json')).out.join('\n'))
    expect(listed.find(({ id }: { id: string }) => id === 'bucket')).toMatchObject({
      kind: 's3',
      settings: { bucket: 'bucket', prefix: 'to/us/', region: 'us-east-1', accessKeyId: 'AKEXAMPLE' },
    })
    expect((await operator('outlets', 'test', 'bucket')).out).toEqual([
      'ok      connect: bucket bucket',
      ...['create a folder', 'write a file', 'read it', 'remove it'].map((step) => `ok      ${step}`),
    ])
    expect(fake.objectNames()).toEqual([])
    expect((await operator('outlets', 'sign-in', 'bucket', '--access-key', 'B')).err[0]).toContain('--secret-key-file')
  })

  it('send real messages once they are set to', async () => {
    await add('ready', ...recipient)
    expect((await operator('outlets', 'set', 'ready', '--live')).code).toBe(0)
    expect(await settingsOf('ready')).toMatchObject({ isTest: false })
    await operator('outlets', 'set', 'ready', '--no-live')
    expect(await settingsOf('ready')).toMatchObject({ isTest: true })
  })

  it('are removed, and each change is in the audit', async () => {
    await add('brief', ...recipient)
    await operator('outlets', 'set', 'brief', '--live-on', 'never')
    expect((await operator('outlets', 'remove', 'brief')).out).toEqual([
      'brief is removed. Its messages stay with their releases.',
    ])
    expect(await settingsOf('brief')).toBeUndefined()
    const events = await hub.opened.database.system.rows(
      "select type, actor ->> 'type' as by from hub_audit_events where data ->> 'outlet' = 'brief' order by id",
    )
    expect(events).toEqual([
      { type: 'outlet.added', by: 'operator' },
      { type: 'outlet.changed', by: 'operator' },
      { type: 'outlet.removed', by: 'operator' },
    ])
  })

  it('that are not there can be neither tried nor paused', async () => {
    for (const what of ['test', 'pause', 'resume', 'sign-in', 'remove'])
      expect((await operator('outlets', what, 'nowhere')).err[0]).toBe('Unknown outlet nowhere: see outlets list')
  })
})
