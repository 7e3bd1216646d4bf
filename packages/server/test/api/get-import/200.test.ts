import { expect, it } from 'vitest'
import { openImportAccount, smallXmlSha256 } from '../../harness/imports.ts'

it('getImport answers what became of a message, with its report', async () => {
  const { ask, end, waiting } = await openImportAccount()
  const id = await waiting()
  expect((await ask(`/${id}`)).body).toMatchObject({ id, status: 'waiting', endedAt: null, refusal: null })
  await end(id, 'refused')
  const { status, body } = await ask(`/${id}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    id,
    status: 'refused',
    releaseId: null,
    version: '4.2',
    messageId: 'M1',
    senderId: 'PADPIDA2099010103C',
    senderName: 'Far Label',
    messageCreatedAt: '2026-11-01T10:00:00.000Z',
    sha256: smallXmlSha256,
    drop: null,
    createdAt: expect.stringMatching(/Z$/),
    endedAt: '2026-11-02T10:00:00.000Z',
    refusal: { code: 'nothing_offered', message: 'The message offers nothing.', line: 3 },
    files: [{ path: 'resources/A1.wav', uploadId: null, status: 'missing' }],
    notes: [{ code: 'dropped', message: 'AudioChapterReference was not imported.', path: null, line: 7 }],
  })
})
