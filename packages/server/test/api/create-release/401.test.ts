import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('createRelease 401', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it('asks for the key before it looks at anything else', async () => {
    const answer = await hub.json('POST', releasesPath, { body: '{"broken' })
    expect(answer).toMatchObject({ status: 401, body: { error: 'credentials_missing' } })
    expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey realm=/)
  })

  it('refuses a key nobody has', async () => {
    const key = `${fixture.key.slice(0, -1)}${fixture.key.endsWith('x') ? 'y' : 'x'}`
    const answer = await hub.json('POST', releasesPath, { key, body: {} })
    expect(answer).toMatchObject({ status: 401, body: { error: 'api_key_invalid' } })
  })
})
