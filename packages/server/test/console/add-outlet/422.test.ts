import { beforeAll, describe, expect, it } from 'vitest'
import { messages, newFolderOutlet, newOutletId, outletsPath, s3, sftp } from '../../harness/new-outlets.ts'
import type { TestPerson } from '../../harness/people.ts'
import { sharedOutletHub } from '../../harness/shared-review-hub.ts'

const [recipient] = messages.recipients

describe('addOutlet 422', () => {
  let operator: TestPerson
  beforeAll(async () => {
    ;({ operator } = await sharedOutletHub())
  })
  const add = async (body: object) => {
    const answer = await operator.ask('POST', outletsPath, {
      id: newOutletId(),
      name: 'Example Store',
      messages,
      ...body,
    })
    return { status: answer.status, errors: answer.body.errors, text: JSON.stringify(answer.body) }
  }

  it('refuses an id that an outlet has', async () => {
    const outlet = await newFolderOutlet()
    await add(outlet)
    for (const id of [outlet.id, 'sandbox'])
      expect(await add({ ...outlet, id })).toMatchObject({
        status: 422,
        errors: [{ pointer: '/id', code: 'taken', fix: 'Choose another id.' }],
      })
  })

  it.each<[string, object, string, string]>([
    ['no place', {}, '', 'Send one of folder, sftp and s3.'],
    ['two places', { folder: { folder: '/srv/shop' }, s3 }, '', 'Send one of folder, sftp and s3.'],
    [
      'a party id that is not one',
      { s3, messages: { ...messages, recipients: [{ dpid: 'Example', name: 'Example' }] } },
      '/messages/recipients/0/dpid',
      '"Example" is not a DDEX party identifier.',
    ],
    [
      'one recipient where two are needed',
      { s3, messages: { store: 'youtube', recipients: [recipient] } },
      '/messages/recipients',
      'This store needs two recipients.',
    ],
    [
      'a version that the store does not publish',
      { s3, messages: { ...messages, store: 'meta', ernVersion: '4.3.2' } },
      '/messages/ernVersion',
      'Meta publishes ERN 3.8.3 and 4.2, and not 4.3.2.',
    ],
    [
      'a territory that does not exist',
      { s3, takes: { territories: { mode: 'include', codes: ['DE', 'UK'] } } },
      '/takes/territories/codes/1',
      '"UK" is not a territory code.',
    ],
    [
      'a genre that does not exist',
      { s3, genres: [{ code: 'polka_party', name: 'Polka' }] },
      '/genres/0',
      'unknown genre "polka_party".',
    ],
  ])('refuses %s, and says where', async (_, body, pointer, detail) => {
    expect(await add(body)).toMatchObject({ status: 422, errors: [{ pointer, detail }] })
  })

  it.each<[string, object, string]>([
    ['a relative folder', { folder: { folder: 'srv/shop' } }, '/folder/folder'],
    ['a host with a user', { sftp: { ...sftp, host: 'label@sftp.example' } }, '/sftp/host'],
    ['another digest of a host key', { sftp: { ...sftp, hostKey: 'MD5:00:11' } }, '/sftp/hostKey'],
    ['an endpoint of another kind', { s3: { ...s3, endpoint: 'file:///etc' } }, '/s3/endpoint'],
  ])('refuses %s', async (_, body, pointer) => {
    expect(await add(body)).toMatchObject({ status: 422, errors: [{ pointer }] })
  })

  it('refuses a server without a way to sign in', async () => {
    const { password: _, ...server } = sftp
    expect(await add({ sftp: server })).toMatchObject({ status: 422, errors: [{ pointer: '/sftp/password' }] })
  })

  it('repeats no secret that it refuses', async () => {
    const privateKey = 'this is the secret text of no key'
    const refused = await add({ sftp: { ...sftp, privateKey } })
    expect(refused).toMatchObject({ status: 422, errors: [{ pointer: '/sftp/privateKey' }] })
    const long = await add({ sftp: { ...sftp, password: 'p'.repeat(20_001) } })
    expect(long.errors).toMatchObject([{ pointer: '/sftp/password' }])
    for (const { text } of [refused, long])
      for (const secret of [privateKey, 'pppp']) expect(text).not.toContain(secret)
  })
})
