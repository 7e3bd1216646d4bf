import { describe, expect, it } from 'vitest'
import { march, openReportAccount } from '../../harness/own-reports.ts'
import { table } from '../../harness/report-hub.ts'
import { createTusUpload } from '../../harness/tus-client.ts'

describe('createReport 422', () => {
  it('names what is wrong, with its line, and keeps nothing', async () => {
    const { ask, bring, upload } = await openReportAccount()
    const wrong = await bring(table('ZZABC2600001,,,big,DE,2024-03,many,,,', 'no,,,big,DE,2024-03,1,,,'))
    expect(wrong).toMatchObject({ status: 422, body: { error: 'validation_failed' } })
    expect(wrong.body.errors[0]).toMatchObject({
      pointer: '/uploads',
      code: 'report_unreadable',
      detail: expect.stringMatching(/^line 2, /),
    })
    const uploads = [await upload(march)]
    expect(
      await ask('POST', '', { uploads, source: 'store', preset: 'spindle', mapping: { columns: {} } }),
    ).toMatchObject({ status: 422, body: { errors: [{ pointer: '/mapping' }] } })
    expect((await ask('GET')).body.data).toEqual([])
  })

  it('does not find an upload that does not exist, or belongs to another account', async () => {
    const { ask, upload } = await openReportAccount()
    const stranger = await openReportAccount()
    const [own, foreign] = [await upload(march), await stranger.upload(march)]
    for (const id of ['upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'nonsense', foreign])
      expect(await ask('POST', '', { uploads: [own, id], source: 'store' })).toMatchObject({
        status: 422,
        body: { error: 'upload_reference_unknown', errors: [{ pointer: '/uploads/1' }] },
      })
    expect((await ask('GET')).body.data).toEqual([])
  })

  it('takes no upload whose bytes are not all there, and none of another kind', async () => {
    const { hub, key, ask, fixture } = await openReportAccount()
    const { uploadId } = await createTusUpload(hub.url, key, { size: 10, kind: 'report' })
    expect(await ask('POST', '', { uploads: [uploadId], source: 'store' })).toMatchObject({
      status: 422,
      body: { error: 'upload_incomplete', errors: [{ pointer: '/uploads/0' }] },
    })
    expect(await ask('POST', '', { uploads: [await fixture.audio()], source: 'store' })).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', errors: [{ pointer: '/uploads/0', code: 'upload_kind' }] },
    })
  })

  it('sets no lines of a DDEX message aside, and reads one file as a table', async () => {
    const { ask, upload } = await openReportAccount()
    const uploads = [await upload(march), await upload(march)]
    expect(await ask('POST', '', { uploads, source: 'store', preset: 'dsr', unreadable: 'set_aside' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/unreadable', code: 'conflict' }] },
    })
    const { status, body } = await ask('POST', '', { uploads, source: 'store' })
    expect([status, body.errors[0].detail]).toEqual([422, 'A table is one file, not 2.'])
  })
})
