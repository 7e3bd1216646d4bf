import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { bodyOf, nextUpc } from '../harness/recordings.ts'
import { createReleaseFixture, openReleaseHub, releasesPath } from '../harness/releases.ts'

const step = fc.oneof(
  fc.record({ what: fc.constant('deliver' as const), audio: fc.nat(2), submit: fc.boolean() }),
  fc.record({ what: fc.constant('copy' as const), of: fc.nat(4) }),
  fc.record({ what: fc.constant('submit' as const), of: fc.nat(4) }),
  fc.record({ what: fc.constant('type' as const), of: fc.nat(4), code: fc.nat(2) }),
)

describe('any history of deliveries', () => {
  let hub: TestHub
  beforeAll(async () => {
    ;({ hub } = await openReleaseHub({ environment: { SPINDLE_ISRC_PREFIX: 'QZXYZ' } }))
  })

  it('never submits one ISRC for two recordings, nor assigns two to one recording', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
        const fixture = await createReleaseFixture(hub)
        const uploads = [await fixture.audio(), await fixture.audio(), await fixture.audio()] as const
        const ids: string[] = []
        const at = (place: number) => ids[place % Math.max(1, ids.length)]
        for (const now of steps) {
          if (now.what === 'deliver') {
            const { audio, submit } = now
            const answer = await fixture.post(releasesPath, await bodyOf(fixture, [[uploads[audio] ?? uploads[0]]]))
            ids.push(answer.body.id)
            if (submit) await fixture.act(answer.body.id, 'submit')
            continue
          }
          const id = at(now.of)
          if (id === undefined) continue
          if (now.what === 'copy') {
            const { body } = await fixture.act(id, 'clone')
            await fixture.patch(body.id, { upc: nextUpc() })
            ids.push(body.id)
          } else if (now.what === 'submit') await fixture.act(id, 'submit')
          else {
            const { body } = await fixture.get(id)
            const tracks = body.tracks.map((track: object) => ({ ...track, isrc: `ZZABC260000${now.code}` }))
            await fixture.patch(id, { tracks })
          }
        }
        const submitted = await hub.opened.database.system.rows<{ isrc: string; audio: string }>(
          `select t.isrc, t.upload_id as audio from tracks t join releases r on r.id = t.release_id
           where t.account_id = $1 and r.submitted_at is not null and t.delivered`,
          [fixture.account.accountId],
        )
        const pairs = [...new Map(submitted.map((row) => [`${row.isrc} ${row.audio}`, row])).values()]
        expect(new Set(pairs.map(({ isrc }) => isrc)).size).toBe(pairs.length)
        const given = pairs.filter(({ isrc }) => isrc.startsWith('QZXYZ'))
        expect(new Set(given.map(({ audio }) => audio)).size).toBe(given.length)
      }),
      { numRuns: 100 },
    )
  })
})
