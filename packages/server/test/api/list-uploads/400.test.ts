import { expect, it } from 'vitest'
import { startUploadHub, uploadsPath } from '../../harness/uploads.ts'

it('refuses filters it does not have, and cursors of other lists', async () => {
  const { hub, key, begin } = await startUploadHub()
  await begin(1)
  await begin(1)
  const ask = (query: string) => hub.json('GET', `${uploadsPath}?${query}`, { key })
  expect(await ask('status=done')).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } })
  expect(await ask('color=red')).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } })
  const { body } = await ask('limit=1&kind=audio')
  expect(await ask(`limit=1&kind=image&cursor=${body.page.nextCursor}`)).toMatchObject({
    status: 400,
    body: { error: 'cursor_invalid' },
  })
})
