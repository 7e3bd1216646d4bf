import { expect, it } from 'vitest'
import { openImportAccount, smallXml } from '../../harness/imports.ts'

it('getImportMessage answers the message byte for byte, as a file that no browser shows', async () => {
  const { message, end, waiting } = await openImportAccount()
  const id = await waiting()
  const answer = await message(id)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/xml',
    'content-length': '26',
    'content-disposition': `attachment; filename="${id}.xml"`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'repr-digest': 'sha-256=:H2yDhaL7v0UYyieNgY21txlwgFfv27lGuGRPTHfSK68=:',
    etag: '"1f6c8385a2fbbf4518ca278d818db5b719708057efdbb946b8644f4c77d22baf"',
  })
  expect(await answer.text()).toBe(smallXml)
  const etag = answer.headers.get('etag') ?? ''
  expect((await message(id, { 'if-none-match': etag })).status).toBe(304)
  await end(id)
  expect(await (await message(id)).text()).toBe(smallXml)
})
