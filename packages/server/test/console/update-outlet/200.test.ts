import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { messages, newFolderOutlet, newOutletId, outletsPath, s3, sftp } from '../../harness/new-outlets.ts'
import type { TestPerson } from '../../harness/people.ts'
import { sharedOutletHub } from '../../harness/shared-review-hub.ts'

describe('updateOutlet 200', () => {
  let hub: TestHub
  let operator: TestPerson
  beforeAll(async () => {
    ;({ hub, operator } = await sharedOutletHub())
  })
  const add = async (place: object) => {
    const id = newOutletId()
    await operator.ask('POST', outletsPath, { id, name: 'Example Store', messages, ...place })
    return id
  }
  const update = (id: string, body: object) => operator.ask('PATCH', `${outletsPath}/${id}`, body)

  it('changes what is given, keeps the rest, and records which settings', async () => {
    const { folder } = await newFolderOutlet()
    const id = await add({ folder, takes: { audio: ['flac'] }, genres: [{ code: 'jazz', name: 'Jazz Music' }] })
    const { status, body } = await update(id, { messages: { isTest: false, liveOn: 'ack', acknowledges: false } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      folder,
      messages: { isTest: false, liveOn: 'ack', acknowledges: false, resendFiles: 'until_sent', ernVersion: '4.3.2' },
      takes: { audio: ['flac'] },
      genres: [{ code: 'jazz', name: 'Jazz Music' }],
    })
    expect(
      await hub.opened.database.system.rows(
        "select actor ->> 'name' as by, data from hub_audit_events where type = 'outlet.changed' and data ->> 'outlet' = $1",
        [id],
      ),
    ).toEqual([
      {
        by: 'Mia Blue',
        data: { outlet: id, settings: 'acknowledges, isTest, liveOn, resendFiles', secret: null },
      },
    ])
  })

  it('replaces what the store takes, and forgets names of genres', async () => {
    const id = await add({ s3, takes: { audio: ['flac'], leastCover: 3000 }, genres: [{ code: 'jazz', name: 'J' }] })
    expect((await update(id, { takes: { leastCover: 1400 }, genres: [] })).body).toMatchObject({
      takes: { leastCover: 1400 },
      genres: [],
    })
    expect((await update(id, { takes: {} })).body.takes).toEqual({})
    const { settings } = (await hub.hub.outlets.find(id)) ?? {}
    expect(settings).not.toHaveProperty('genres')
  })

  it('replaces the credentials of a server and its host key, and shows none', async () => {
    const id = await add({ sftp })
    const hostKey = `SHA256:${'n'.repeat(43)}`
    expect((await update(id, { sftp: { hostKey } })).body.sftp).toMatchObject({ hostKey, user: 'label' })
    expect((await hub.hub.outlets.openSecret(id))?.secret).toBe(sftp.password)
    const { body } = await update(id, { sftp: { password: 'another horse' } })
    expect(JSON.stringify(body)).not.toContain('another horse')
    expect((await hub.hub.outlets.openSecret(id))?.secret).toBe('another horse')
  })

  it('replaces the access key of a bucket', async () => {
    const id = await add({ s3 })
    const { body } = await update(id, { s3: { accessKeyId: 'AKNEW', secretAccessKey: 'new secret' } })
    expect(body.s3.accessKeyId).toBe('AKNEW')
    expect((await hub.hub.outlets.openSecret(id))?.secret).toBe('new secret')
  })

  it('refuses credentials for a place of another kind, and versions that the store does not publish', async () => {
    const id = await add({ s3, messages: { ...messages, store: 'meta' } })
    expect(await update(id, { sftp: { password: 'correct horse' } })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/sftp', detail: 'The outlet is of another kind.' }] },
    })
    expect(await update(id, { messages: { ernVersion: '4.3.2' } })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/messages/ernVersion', fix: 'Choose 3.8.3.' }] },
    })
  })
})
