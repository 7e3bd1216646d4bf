import { expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { importsPath } from '../harness/imports.ts'
import { openReleaseHub } from '../harness/releases.ts'

it('takes out of review what its sender withdraws, and refuses its submission', async () => {
  const { hub, fixture } = await openReleaseHub({ role: 'all', environment: { SPINDLE_REVIEW: 'manual' } })
  const { body: release } = await fixture.release({ submit: true })
  expect(release.status).toBe('submitted')
  const purge = `<p:PurgeReleaseMessage xmlns:p="http://ddex.net/xml/ern/43">
    <MessageHeader><MessageId>P1</MessageId><MessageSender><PartyId>PADPIDA2099010103C</PartyId></MessageSender></MessageHeader>
    <PurgedRelease><ReleaseId><ICPN>${release.upc}</ICPN></ReleaseId></PurgedRelease></p:PurgeReleaseMessage>`
  const { body: waiting } = await fixture.post(importsPath, { message: Buffer.from(purge).toString('base64') })
  const ended = await eventually(
    async () => {
      const { body } = await hub.json('GET', `${importsPath}/${waiting.id}`, { key: fixture.key })
      return body.status === 'waiting' ? undefined : body
    },
    { what: 'the end of the import' },
  )
  expect(ended).toMatchObject({ status: 'updated', releaseId: release.id, notes: [{ code: 'withdrawn' }] })
  const { body } = await fixture.get(release.id)
  expect(body).toMatchObject({
    status: 'draft',
    importIssues: [
      {
        code: 'withdrawn_by_sender',
        message: 'PADPIDA2099010103C withdrew this release with message P1, which has no deals.',
      },
    ],
  })
  expect(await fixture.act(release.id, 'submit')).toMatchObject({
    status: 422,
    body: { errors: expect.arrayContaining([expect.objectContaining({ pointer: '/importIssues/0' })]) },
  })
})
