import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { messages, newFolderOutlet, newOutletId, outletsPath, s3, sftp } from '../../harness/new-outlets.ts'
import type { TestPerson } from '../../harness/people.ts'
import { sharedOutletHub } from '../../harness/shared-review-hub.ts'

const name = 'Example Store'

describe('addOutlet 201', () => {
  let hub: TestHub
  let operator: TestPerson
  beforeAll(async () => {
    ;({ hub, operator } = await sharedOutletHub())
  })
  const add = (body: object) => operator.ask('POST', outletsPath, body)
  const audit = (id: string) =>
    hub.opened.database.system.rows(
      "select type, actor ->> 'name' as by, data from hub_audit_events where data ->> 'outlet' = $1 order by id",
      [id],
    )

  it('adds a folder, paused, with what is usual for its store, and records who did it', async () => {
    const { id, folder } = await newFolderOutlet()
    const { status, body } = await add({ id, name: ' Example Store ', folder, messages })
    expect(status).toBe(201)
    expect(body).toEqual({
      id,
      name,
      isPaused: true,
      pausedReason: null,
      hasSecret: false,
      signsInWith: null,
      folder,
      sftp: null,
      s3: null,
      program: null,
      messages: {
        store: 'generic',
        recipients: [{ dpid: 'PADPIDA2014120302V', name }],
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
      takes: {},
      genres: [],
    })
    await expect.poll(() => hub.hub.outlets.list().find((outlet) => outlet.id === id)?.isPaused).toBe(true)
    expect(await audit(id)).toEqual([
      { type: 'outlet.added', by: 'Mia Blue', data: { outlet: id, kind: 'folder', secret: null } },
    ])
  })

  it('takes over the habits of a store, and what it accepts', async () => {
    const { id, folder } = await newFolderOutlet()
    const { body } = await add({
      id,
      name,
      folder,
      messages: {
        store: 'youtube',
        recipients: [...messages.recipients, { dpid: 'PADPIDA2014120303W', name: 'Rights' }],
        acknowledges: false,
      },
      takes: {
        models: ['paid'],
        uses: ['download'],
        territories: { mode: 'exclude', codes: ['JP'] },
        audio: ['flac'],
        leastCover: 3000,
      },
      genres: [{ code: 'electronic', name: ' Dance ' }],
    })
    expect(body).toMatchObject({
      messages: { ernVersion: '4.3', takedownStyle: 'end_date', acknowledges: false, resendFiles: 'until_sent' },
      takes: {
        models: ['paid'],
        uses: ['download'],
        territories: { mode: 'exclude', codes: ['JP'] },
        audio: ['flac'],
        leastCover: 3000,
      },
      genres: [{ code: 'electronic', name: 'Dance' }],
    })
  })

  it('limits nothing for a store that is everywhere', async () => {
    const outlet = await newFolderOutlet()
    expect((await add({ ...outlet, takes: { territories: { mode: 'worldwide' } } })).body.takes).toEqual({})
  })

  it('seals a password, and shows it in no answer and no audit', async () => {
    const id = newOutletId()
    const { status, body } = await add({ id, name, sftp, messages })
    const { password, ...server } = sftp
    expect([status, body.sftp, body.hasSecret, body.signsInWith]).toEqual([201, server, true, 'password'])
    const stored = await hub.opened.database.system.row(
      'select to_jsonb(o)::text as row from outlets o where id = $1',
      [id],
    )
    const said = JSON.stringify([
      body,
      await audit(id),
      stored,
      (await operator.ask('GET', `${outletsPath}/${id}`)).body,
    ])
    for (const secret of [password, Buffer.from(password).toString('hex')]) expect(said).not.toContain(secret)
    expect(await hub.hub.outlets.openSecret(id)).toEqual({ secret: password, isPaused: true })
  })

  it('keeps a key and a password together for servers that want both', async () => {
    const id = newOutletId()
    const privateKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const { body } = await add({ id, name, sftp: { ...sftp, privateKey }, messages })
    expect(body.signsInWith).toBe('key_and_password')
    expect(JSON.parse((await hub.hub.outlets.openSecret(id))?.secret ?? '')).toEqual({
      privateKey: expect.stringContaining('-----BEGIN OPENSSH PRIVATE KEY-----'),
      password: sftp.password,
    })
  })

  it('ends the prefix of a bucket with a slash', async () => {
    const id = newOutletId()
    const { body } = await add({ id, name, s3, messages })
    expect(body.s3).toEqual({
      bucket: 'deliveries',
      prefix: 'to/us/',
      region: 'us-east-1',
      accessKeyId: 'AKEXAMPLE',
    })
    expect(JSON.stringify(body)).not.toContain(s3.secretAccessKey)
    expect((await hub.hub.outlets.openSecret(id))?.secret).toBe(s3.secretAccessKey)
  })
})
