import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { openShelf, releasesPath, type Shelf } from '../../harness/releases.ts'

describe('createRelease 401', () => {
  let hub: TestHub
  let shelf: Shelf
  beforeAll(async () => {
    ;({ hub, shelf } = await openShelf())
  })

  it('asks for the key before it looks at anything else', async () => {
    const answer = await hub.json('POST', releasesPath, { body: '{"broken' })
    expect(answer).toMatchObject({ status: 401, body: { error: 'credentials_missing' } })
    expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey realm=/)
  })

  it('refuses a key nobody has', async () => {
    const key = `${shelf.key.slice(0, -1)}${shelf.key.endsWith('x') ? 'y' : 'x'}`
    const answer = await hub.json('POST', releasesPath, { key, body: {} })
    expect(answer).toMatchObject({ status: 401, body: { error: 'api_key_invalid' } })
  })
})
