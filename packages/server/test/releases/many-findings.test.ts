import { expect, it } from 'vitest'
import { releasesPath } from '../harness/releases.ts'
import { sharedReleaseHub } from '../harness/shared-hub.ts'

it('lists five hundred findings, worst first, and counts all', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const uploadId = await fixture.audio()
  const titles = Array.from({ length: 45 }, () => ({ title: 'x', language: 'q' }))
  const tracks = Array.from({ length: 500 }, () => ({ title: 'T', uploadId, titles }))
  const { status, body } = await hub.json('POST', releasesPath, {
    key: fixture.key,
    body: { title: 'R', type: 'album', tracks },
  })
  expect(status).toBe(201)
  expect(body.findings).toHaveLength(500)
  expect(body.validation.errors).toBeGreaterThan(20_000)
  expect(body.findings.at(-1).severity).toBe('error')
  const check = await hub.json('POST', `${releasesPath}/${body.id}/validate`, { key: fixture.key })
  expect(check.body.findings).toHaveLength(500)
  expect(check.body.validation.errors).toBe(body.validation.errors)
  const submitted = await hub.json('POST', `${releasesPath}/${body.id}/submit`, { key: fixture.key })
  expect(submitted).toMatchObject({ status: 422, body: { error: 'findings_block' } })
  expect(submitted.body.errors).toHaveLength(500)
})
