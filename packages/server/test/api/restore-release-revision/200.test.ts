import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('restoreReleaseRevision 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })
  const restore = (id: string, revision: number) => fixture.act(id, `revisions/${revision}/restore`)

  it('writes an earlier revision as unsubmitted changes', async () => {
    const { body: first } = await fixture.release({ title: 'First', submit: true }, 2)
    await fixture.patch(first.id, { title: 'Second', label: 'Other Label' })
    await fixture.act(first.id, 'submit')
    await fixture.patch(first.id, { title: 'Third' })
    const { status, body } = await restore(first.id, 1)
    expect([status, body.kept]).toEqual([200, []])
    const { title, label, upc, tracks } = first
    expect(body.release).toMatchObject({ title, label, upc, tracks, revision: 4, pendingRevision: 4 })
    const { body: events } = await fixture.events(first.id)
    expect(events.data[0]).toMatchObject({ type: 'release.updated', revision: 4, data: { restoredRevision: 1 } })
    expect(await fixture.act(first.id, 'submit')).toMatchObject({ status: 200, body: { title: 'First' } })
  })

  it('changes nothing if the release has this content already', async () => {
    const { body: first } = await fixture.release({ submit: true })
    const { body } = await restore(first.id, 1)
    expect(body).toMatchObject({ release: { revision: 1, pendingRevision: null }, kept: [] })
  })

  it('brings back a track that was removed, under its id and with its codes locked', async () => {
    const { body: first } = await fixture.release({ submit: true }, 2)
    const [one, two] = first.tracks
    await fixture.patch(first.id, { tracks: [one] })
    await fixture.act(first.id, 'submit')
    const { body } = await restore(first.id, 1)
    expect(body.release.tracks).toEqual([one, two])
    const patch = { tracks: [one, { ...two, isrc: 'ZZABC2699999' }] }
    expect(await fixture.patch(first.id, patch)).toMatchObject({ status: 409, body: { error: 'field_locked' } })
  })

  it('keeps codes and audio that outlets have, and names them', async () => {
    const { body: draft } = await fixture.release({ upc: '036000291452', submit: false })
    await freeze(draft.id)
    const [track] = draft.tracks
    const uploadId = await fixture.audio()
    await fixture.patch(draft.id, { upc: '4006381333931', tracks: [{ ...track, isrc: 'ZZABC2688888', uploadId }] })
    const { body: sent } = await fixture.act(draft.id, 'submit')
    const { body } = await restore(draft.id, 1)
    expect(body.kept.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/upc',
      '/tracks/0/uploadId',
      '/tracks/0/isrc',
    ])
    expect(body.release).toMatchObject({ upc: sent.upc, tracks: [{ uploadId, isrc: 'ZZABC2688888' }] })
  })

  it('keeps what cannot return: a deleted upload, the externalId', async () => {
    const { body: draft } = await fixture.release({ externalId: 'mine' }, 2)
    await freeze(draft.id)
    const [one, two] = draft.tracks
    await fixture.patch(draft.id, { externalId: null, tracks: [one] })
    await fixture.release({ externalId: 'mine' })
    await hub.opened.database.system.execute(`update uploads set status = 'expired' where id = $1`, [two.uploadId])
    const { status, body } = await restore(draft.id, 1)
    expect([status, body.kept.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      200,
      ['/externalId', '/tracks/1'],
    ])
    expect(body.release.tracks).toMatchObject([{ id: one.id }])
  })

  /** Freezes revision 1 of a draft, as a submission that was withdrawn. */
  async function freeze(id: string): Promise<void> {
    await hub.opened.database.tenantTransaction(fixture.account.accountId, (trx) =>
      trx.execute(
        `insert into release_revisions (account_id, release_id, revision, document, tracks, sha256)
         select account_id, id, 1, document, (select jsonb_agg(t.document || jsonb_build_object('id', t.id, 'disc', t.disc, 'number', t.number)
                                                        order by t.position) from tracks t
                                      where t.account_id = $1 and t.release_id = $2), decode(repeat('ab', 32), 'hex')
         from releases where account_id = $1 and id = $2`,
        [id],
      ),
    )
  }
})
