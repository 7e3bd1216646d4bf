import { readdir } from 'node:fs/promises'
import type { Finding } from '@spindle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FolderSettings } from '../../src/features/interchange/index.ts'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import type { ReleaseFixture } from '../harness/releases.ts'
import { openStoreHub } from '../harness/store-folder.ts'

/** What single stores do not accept is found before anything is sent. */

const legacyPath = '/api/v1/distributor/releases'

describe('findings about what stores take', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let far: { readonly id: string; readonly folder: string }
  let near: { readonly id: string; readonly folder: string }
  beforeAll(async () => {
    const opened = await openStoreHub()
    ;({ hub, fixture } = opened)
    const add = (takes: FolderSettings['takes']) => opened.addStore({ takes })
    far = await add({ leastCover: 4000 })
    near = await add({ leastCover: 5000, uses: ['ringtone'], audio: ['wav'] })
  })
  const check = (releaseId: string, outlet: string) =>
    hub.json('POST', `/api/v1/music-distributor/releases/${releaseId}/validate?outlet=${outlet}`, { key: fixture.key })
  const storeFindings = ({ findings }: { readonly findings: readonly Finding[] }): unknown[] =>
    findings.flatMap(({ severity, code, outlets }) =>
      outlets === undefined ? [] : [[severity, code, outlets.map(({ id }) => id)]],
    )

  it('name every outlet of the release, and block it if the outlets were chosen', async () => {
    const { body: release } = await fixture.release({ outlets: ['sandbox', far.id, near.id] })
    const { body } = await fixture.act(release.id, 'validate')
    expect(storeFindings(body)).toEqual([
      ['error', 'store_deal_missing', [near.id]],
      ['error', 'store_cover_too_small', [far.id, near.id]],
    ])
    expect(body.findings[1]).toMatchObject({
      pointer: '/coverUploadId',
      message:
        'The cover has 3000 x 3000 pixels, which is too small for Example Store (4000) and Example Store (5000).',
      outlets: [
        { id: far.id, name: 'Example Store' },
        { id: near.id, name: 'Example Store' },
      ],
    })
    expect((await fixture.get(release.id)).body.findings).toEqual(body.findings)
    expect(await fixture.act(release.id, 'submit')).toMatchObject({
      status: 422,
      body: { error: 'findings_block', errors: [{ code: 'store_deal_missing' }, { code: 'store_cover_too_small' }] },
    })
    await fixture.patch(release.id, { outlets: ['sandbox'] })
    const submitted = await fixture.act(release.id, 'submit')
    expect([submitted.status, storeFindings(submitted.body)]).toEqual([200, []])
    expect(await readdir(far.folder)).toEqual([])
  })

  it('warn when no outlets were chosen', async () => {
    const { body: release } = await fixture.release()
    expect(storeFindings(release)).toEqual([
      ['warning', 'store_deal_missing', [near.id]],
      ['warning', 'store_cover_too_small', [far.id, near.id]],
    ])
    expect((await fixture.act(release.id, 'submit')).status).toBe(200)
  })

  it('are asked for one outlet, chosen or not, and not kept', async () => {
    const { body: release } = await fixture.release({ outlets: ['sandbox'], genre: undefined })
    const { status, body } = await check(release.id, far.id)
    expect([status, body.validation.errors, storeFindings(body)]).toEqual([
      200,
      2,
      [['error', 'store_cover_too_small', [far.id]]],
    ])
    expect(body.findings[0]).toMatchObject({ code: 'genre_missing', severity: 'error' })
    expect((await check(release.id, 'sandbox')).body.findings).toEqual(release.findings)
    expect((await fixture.get(release.id)).body.findings).toEqual(release.findings)
  })

  it('answer 400 with its name for an outlet that is not there', async () => {
    const { body: release } = await fixture.release()
    expect(await check(release.id, 'nowhere')).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_parameter',
        errors: [{ pointer: 'outlet', code: 'outlet_unknown', detail: 'The hub has no outlet named "nowhere".' }],
      },
    })
    expect((await check('rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', far.id)).status).toBe(404)
  })

  it('list what the messages of an asset of the single-asset API would lack, and do not block it', async () => {
    const uploadId = await fixture.audio()
    const { body: asset } = await fixture.post(legacyPath, { type: 'MUSIC', title: 'Night Drive', uploadId })
    const release = await eventually(
      async () => {
        const { body } = await fixture.get(asset.id)
        return body.status === 'draft' ? undefined : body
      },
      { what: 'the asset to be submitted' },
    )
    expect(storeFindings(release)).toContainEqual(['warning', 'store_metadata_missing', [far.id, near.id]])
    const { body } = await check(release.id, far.id)
    expect(body.findings).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        pointer: '/upc',
        message: 'The release has no UPC. Required by Example Store.',
      }),
    )
  })
})
