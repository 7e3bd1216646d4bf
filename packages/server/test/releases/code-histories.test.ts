import { beforeAll, describe, expect, it } from 'vitest'
import { type CodeHistory, openCodeHistory } from '../harness/code-history.ts'
import type { TestHub } from '../harness/hub.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import { openReleaseHub } from '../harness/releases.ts'

/** Whatever happens to releases that share recordings: an ISRC has one recording, a UPC one release, and no code is lost. */

const count = countFromEnvironment('CODE_HISTORIES', { usual: 60, soak: 1_000 })
const seed = seedFromEnvironment()
const wanted = ['replaced', 'replaced_release_not_down', 'replacement_audio'] as const

interface DeliveredTrack {
  readonly releaseId: string
  readonly upc: string
  readonly isrc: string
  readonly audio: string
}

describe(`${count} histories of codes, seed ${seed}`, () => {
  let hub: TestHub
  let aheadMs = 0
  const now = (): number => Date.now() + aheadMs
  beforeAll(async () => {
    ;({ hub } = await openReleaseHub({
      environment: { SPINDLE_ISRC_PREFIX: 'QZXYZ', SPINDLE_REVIEW: 'manual' },
      overrides: { clock: { now } },
    }))
  })

  /** What outlets were given last, of releases whose codes no delivered replacement has. */
  const listDelivered = ({ fixture }: CodeHistory): Promise<DeliveredTrack[]> =>
    hub.opened.database.system.rows(
      `select r.id as "releaseId", r.gtin14 as upc, t ->> 'isrc' as isrc, u.technical ->> 'pcmSha256' as audio
       from releases r
       join release_revisions v on v.account_id = r.account_id and v.release_id = r.id and v.revision = r.approved_revision
       cross join lateral jsonb_array_elements(v.tracks) t
       join uploads u on u.account_id = r.account_id and u.id = t ->> 'uploadId'
       where r.account_id = $1 and r.first_delivered_at is not null
         and not exists (select from replacements p join releases n on n.id = p.release_id
                         where p.replaced_id = r.id and n.first_delivered_at is not null)`,
      [fixture.account.accountId],
    )

  async function findWrong(history: CodeHistory): Promise<string[]> {
    const { accountId } = history.fixture.account
    const delivered = await listDelivered(history)
    const kept = await hub.opened.database.system.rows<{ isrc: string; audio: string; releaseId: string }>(
      'select isrc, pcm_sha256 as audio, release_id as "releaseId" from recordings where account_id = $1',
      [accountId],
    )
    const misplaced = await hub.opened.database.system.rows<{ id: string }>(
      `select n.id from replacements p
       join releases n on n.account_id = p.account_id and n.id = p.release_id
       join releases r on r.account_id = p.account_id and r.id = p.replaced_id
       where p.account_id = $1 and (r.first_delivered_at is null
         or (n.first_delivered_at is null and n.status not in ('submitted', 'in_review'))
         or r.status <> 'taken_down' and n.first_delivered_at is null and r.status <> 'changes_requested')`,
      [accountId],
    )
    const audioOf = new Map(delivered.map(({ isrc, audio }) => [isrc, audio]))
    const ownerOf = new Map(delivered.map(({ upc, releaseId }) => [upc, releaseId]))
    const given = new Map(
      delivered.filter(({ isrc }) => isrc.startsWith('QZXYZ')).map(({ isrc, audio }) => [audio, isrc]),
    )
    const rowOf = new Map(kept.map((row) => [row.isrc, row.audio]))
    const known = new Set(kept.map(({ audio }) => audio))
    return [
      ...delivered.filter(({ isrc, audio }) => audioOf.get(isrc) !== audio).map(({ isrc }) => `${isrc} has two audios`),
      ...delivered.filter(({ upc, releaseId }) => ownerOf.get(upc) !== releaseId).map(({ upc }) => `${upc} is on two`),
      ...delivered
        .filter(({ isrc, audio }) => isrc.startsWith('QZXYZ') && given.get(audio) !== isrc)
        .map(({ isrc }) => `${isrc} is a second ISRC of ours`),
      ...delivered
        .filter(({ isrc, audio }) => rowOf.get(isrc) !== audio && !(rowOf.get(isrc) === undefined && known.has(audio)))
        .map(({ isrc }) => `${isrc} has the wrong row in recordings`),
      ...misplaced.map(({ id }) => `${id} has codes that it must not have`),
    ]
  }

  /** Everything that is down and not replaced can be offered again. */
  async function findLost(history: CodeHistory): Promise<string[]> {
    const { fixture, ids } = history
    await history.work()
    const lost: string[] = []
    for (const id of ids) {
      const { body } = await fixture.get(id)
      if (body.status !== 'taken_down' || body.replacedBy !== null) continue
      await fixture.act(id, 'discard-changes')
      const { status, body: answer } = await fixture.act(id, 'submit')
      if (status !== 200)
        lost.push(`r${ids.indexOf(id)} cannot be offered again: ${JSON.stringify(answer.errors ?? answer.detail)}`)
      await fixture.act(id, 'withdraw')
    }
    return lost
  }

  it('keep one recording for an ISRC and one release for a UPC, and lose no code', {
    timeout: count * 20_000,
  }, async () => {
    const seen = new Set<string>()
    const random = createRandom(seed)
    // One history in six refuses new audio: where sixty by chance have none, more are made until one does.
    const isComplete = (): boolean => count < 60 || wanted.every((word) => seen.has(word))
    for (let index = 0; index < count || (index < 5 * count && !isComplete()); index++) {
      const own = count === 1 ? seed : random.integer(1, 999_999_999)
      const walk = createRandom(own)
      aheadMs = 0
      const pass = (days: number): void => {
        aheadMs += days * 86_400_000
      }
      const history = await openCodeHistory({ hub, random: walk, pass, now })
      for (let step = 0; step < 12; step++) {
        await history.step()
        expect(await findWrong(history), explain(own, history)).toEqual([])
      }
      expect(await findLost(history), explain(own, history)).toEqual([])
      for (const word of history.steps
        .join('\n')
        .match(/replaced_release_\w+|replacement_audio|taken_down|field_locked/g) ?? [])
        seen.add(word)
      for (const id of history.ids) if ((await history.fixture.get(id)).body.replacedBy !== null) seen.add('replaced')
    }
    if (count >= 60) expect([...seen]).toEqual(expect.arrayContaining([...wanted]))
  })
})

const explain = (seed: number, { steps }: CodeHistory): string =>
  [`FAULT_SEED=${seed} CODE_HISTORIES=1`, ...steps].join('\n')
