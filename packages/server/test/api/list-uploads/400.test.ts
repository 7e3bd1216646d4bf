import { expect, it } from 'vitest'
import { sharedUploadClient } from '../../harness/shared-uploads.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('refuses filters it does not have, and cursors of other lists', async () => {
  const { hub, key, begin } = await sharedUploadClient()
  await begin(1)
  await begin(1)
  const ask = (query: string) => hub.json('GET', `${uploadsPath}?${query}`, { key })
  expect(await ask('status=done')).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } })
  expect(await ask('color=red')).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } })
  expect(await ask('include=bytes')).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: 'include', detail: '"bytes" is not allowed. Allowed values: peaks.' }] },
  })
  const tooMany = Array.from({ length: 101 }, (_, index) => `upl_${index}`)
  expect(await ask(`ids=${tooMany.join(',')}`)).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: 'ids', detail: 'At most 100 ids are allowed, but 101 were given.' }] },
  })
  const { body } = await ask('limit=1&kind=audio')
  expect(await ask(`limit=1&kind=image&cursor=${body.page.nextCursor}`)).toMatchObject({
    status: 400,
    body: { error: 'cursor_invalid' },
  })
})
