import { describe, expect, it } from 'vitest'
import { march, openReportAccount } from '../../harness/own-reports.ts'
import { table } from '../../harness/report-hub.ts'
import { createTusUpload } from '../../harness/tus-client.ts'

describe('previewReport 422', () => {
  it('names what is wrong as the import would', async () => {
    const { ask, upload } = await openReportAccount()
    const uploads = [await upload(table('ZZABC2600001,,,big,DE,2024-03,many,,,'))]
    expect(await ask('POST', '/preview', { uploads, source: 'store' })).toMatchObject({
      status: 422,
      body: {
        error: 'validation_failed',
        errors: [{ pointer: '/uploads', code: 'report_unreadable', detail: expect.stringMatching(/^line 2, /) }],
      },
    })
  })

  it('does not find an upload that does not exist, or belongs to another account', async () => {
    const { ask, upload } = await openReportAccount()
    const stranger = await openReportAccount()
    const [own, foreign] = [await upload(march), await stranger.upload(march)]
    for (const id of ['upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'nonsense', foreign])
      expect(await ask('POST', '/preview', { uploads: [own, id], source: 'store' })).toMatchObject({
        status: 422,
        body: { error: 'upload_reference_unknown', errors: [{ pointer: '/uploads/1' }] },
      })
    expect((await ask('GET')).body.data).toEqual([])
  })

  it('takes no upload whose bytes are not all there, and none of another kind', async () => {
    const { hub, key, ask, fixture } = await openReportAccount()
    const { uploadId } = await createTusUpload(hub.url, key, { size: 10, kind: 'report' })
    expect(await ask('POST', '/preview', { uploads: [uploadId], source: 'store' })).toMatchObject({
      status: 422,
      body: { error: 'upload_incomplete', errors: [{ pointer: '/uploads/0' }] },
    })
    expect(await ask('POST', '/preview', { uploads: [await fixture.audio()], source: 'store' })).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', errors: [{ pointer: '/uploads/0', code: 'upload_kind' }] },
    })
  })
})
