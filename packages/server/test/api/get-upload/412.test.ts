import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('shows nothing to a client of another tus version, and names its own version', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const path = `${uploadsPath}/${await fixture.audio()}`
  for (const version of ['0.2.2', '2.0.0', '']) {
    const answer = await hub.json('GET', path, {
      key: fixture.key,
      headers: { 'tus-resumable': version },
    })
    expect(answer).toMatchObject({
      status: 412,
      body: {
        error: 'tus_version_unsupported',
        detail: 'Send Tus-Resumable: 1.0.0, the only version that the hub supports.',
      },
    })
    expect(answer.headers.get('tus-version')).toBe('1.0.0')
    expect(answer.body).not.toHaveProperty('offset')
  }
  expect((await hub.json('GET', path, { key: fixture.key })).status).toBe(200)
})
