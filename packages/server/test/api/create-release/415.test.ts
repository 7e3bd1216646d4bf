import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('createRelease 415', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'application/json-patch+json'])(
    'refuses %s and says which media type it takes',
    async (type) => {
      const { status, body } = await hub.json('POST', releasesPath, {
        key: fixture.key,
        body: '{}',
        headers: { 'content-type': type },
      })
      expect([status, body.error, body.detail]).toEqual([
        415,
        'unsupported_media_type',
        'Send the body with the header Content-Type: application/json.',
      ])
    },
  )
})
