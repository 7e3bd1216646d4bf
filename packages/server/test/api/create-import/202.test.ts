import { describe, expect, it } from 'vitest'
import { importsPath, openImportAccount, smallXml, smallXmlSha256 } from '../../harness/imports.ts'

describe('createImport 202', () => {
  it('keeps the message, and answers immediately with an import that waits', async () => {
    const { hub, fixture, bring, ask, message } = await openImportAccount()
    const { status, headers, body } = await bring([{ path: 'resources/A1.wav', uploadId: await fixture.audio() }])
    expect(status).toBe(202)
    expect(headers.get('location')).toBe(`${hub.url}${importsPath}/${body.id}`)
    expect(body).toEqual({
      id: expect.stringMatching(/^imp_[0-9A-HJKMNP-TV-Z]{26}$/),
      status: 'waiting',
      releaseId: null,
      version: null,
      messageId: null,
      senderId: null,
      senderName: null,
      messageCreatedAt: null,
      sha256: smallXmlSha256,
      drop: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      endedAt: null,
      refusal: null,
      files: [],
      notes: [],
    })
    expect((await ask(`/${body.id}`)).body).toEqual(body)
    expect(await (await message(body.id)).text()).toBe(smallXml)
  })

  it('makes one import for one Idempotency-Key, and another one for the same message without', async () => {
    const { fixture, ask } = await openImportAccount()
    const body = { message: Buffer.from(smallXml).toString('base64') }
    const send = (headers: Record<string, string>) => fixture.post(importsPath, body, headers)
    const [first, again] = [await send({ 'idempotency-key': 'one' }), await send({ 'idempotency-key': 'one' })]
    expect([first.status, again.status]).toEqual([202, 202])
    expect(again.body).toEqual(first.body)
    expect((await send({})).body.id).not.toBe(first.body.id)
    expect((await ask('?count=true')).body.page.total).toBe(2)
  })
})
