import { beforeAll, describe, expect, it } from 'vitest'
import { openShelf, type Shelf } from '../../harness/releases.ts'

describe('updateRelease 409', () => {
  let shelf: Shelf
  beforeAll(async () => {
    ;({ shelf } = await openShelf({ role: 'all', environment: { SPINDLE_SANDBOX_OUTLET: 'on' } }))
  })

  it('locks what outlets know a release by, naming each field', async () => {
    const { body: draft } = await shelf.release({}, 2)
    await shelf.act(draft.id, 'submit')
    const [first, second] = draft.tracks
    const answer = await shelf.patch(draft.id, {
      upc: '0200000099995',
      label: 'Free to change',
      tracks: [
        { ...first, isrc: 'ZZABC2699999' },
        { ...second, uploadId: await shelf.audio() },
      ],
    })
    expect(answer).toMatchObject({ status: 409, body: { error: 'field_locked' } })
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/upc',
      '/tracks/0/isrc',
      '/tracks/1/uploadId',
    ])
    expect((await shelf.get(draft.id)).body).toMatchObject({ label: 'Blue Lamp', revision: 1, pendingRevision: null })
    const removed = await shelf.patch(draft.id, { upc: null })
    expect(removed).toMatchObject({ status: 409, body: { error: 'field_locked' } })
    const sameInOtherWords = await shelf.patch(draft.id, { upc: `0${draft.upc}`, tracks: [first] })
    expect(sameInOtherWords).toMatchObject({ status: 200, body: { revision: 2, pendingRevision: 2 } })
  })

  it('says in which state the release is, and what that allows', async () => {
    const { body } = await shelf.release({ submit: true })
    await shelf.act(body.id, 'takedown', { reason: 'Sample not cleared' })
    await shelf.until(body.id, ({ status }) => status === 'taken_down')
    expect(await shelf.patch(body.id, { title: 'Too late' })).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', state: 'taken_down', allowed: ['submit'] },
    })
  })

  it('keeps externalIds apart', async () => {
    await shelf.release({ externalId: 'taken' })
    const { body } = await shelf.release()
    expect(await shelf.patch(body.id, { externalId: 'taken' })).toMatchObject({
      status: 409,
      body: { error: 'external_id_taken', errors: [{ pointer: '/externalId' }] },
    })
  })
})
