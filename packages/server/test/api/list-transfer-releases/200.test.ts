import { expect, it } from 'vitest'
import { openTransferAccount } from '../../harness/transfers.ts'

it('listTransferReleases has what differs and how far each store is', async () => {
  const { fixture, take, ask, deliver, mark } = await openTransferAccount()
  const { body: release } = await fixture.release({ title: 'Rain' })
  const [{ title, isrc }] = release.tracks
  const { id } = await take(
    `upc,releaseTitle,releaseArtist,trackTitle,isrc\n${release.upc},Rein,Ada,${title},${isrc}\n`,
  )
  await deliver(release.id, 'live')
  const { body } = await ask(`/${id}/releases`)
  expect(body.data).toEqual([
    {
      position: 1,
      line: 2,
      upc: release.upc,
      title: 'Rein',
      artist: 'Ada',
      isrcs: [isrc],
      releaseId: release.id,
      errors: 0,
      warnings: 1,
      findings: [
        {
          code: 'release_title_differs',
          severity: 'warning',
          line: 2,
          trackId: null,
          message: 'The title of "Rain" is "Rain" here and "Rein" at the old distributor.',
          fix: 'Use the same as the old distributor until stores have matched the release.',
        },
      ],
      stores: [
        {
          outlet: { id: 'sandbox', name: 'Sandbox' },
          state: 'live',
          liveAt: expect.stringMatching(/Z$/),
          markedAt: null,
          markedBy: null,
          reason: null,
        },
      ],
    },
  ])
  await mark(id, { outlet: 'sandbox' })
  const [marked] = (await ask(`/${id}/releases?state=old_down`)).body.data
  expect(marked.stores).toMatchObject([
    {
      state: 'old_down',
      markedAt: expect.stringMatching(/Z$/),
      markedBy: expect.stringMatching(/^key_/),
      reason: null,
    },
  ])
})
