import { beforeAll, describe, expect, it } from 'vitest'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import type { Received, RecordingStore } from '../harness/recording-store.ts'
import { type Histories, type History, openHistories } from '../harness/takedown-history.ts'

/** Whatever happens to a release, a store that must not have it gets a takedown after its last offer, exactly once. */

const count = countFromEnvironment('TAKEDOWN_HISTORIES', { usual: 200, soak: 2_000 })
const seed = seedFromEnvironment()
const wanted = ['taken_down', 'live', 'refused'] as const

describe(`${count} histories of releases at stores, seed ${seed}`, () => {
  let histories: Histories
  beforeAll(async () => {
    histories = await openHistories()
  })

  it('send a takedown to every store that must not have a release, and to none twice', {
    timeout: count * 10_000,
  }, async () => {
    const random = createRandom(seed)
    const outcomes = new Map<string, number>()
    // One history in twelve ends with a refusal, and one with a live release: where two hundred have none, more are made.
    const isComplete = (): boolean => count < 200 || wanted.every((status) => outcomes.has(status))
    for (let index = 0; index < count || (index < 5 * count && !isComplete()); index++) {
      const history = await histories.run(count === 1 ? seed : random.integer(1, 999_999_999))
      const wrong = history.stores.flatMap((store) => findWrong(history, store))
      expect(wrong, [`FAULT_SEED=${history.seed} TAKEDOWN_HISTORIES=1`, ...history.steps].join('\n')).toEqual([])
      const all = Object.values(history.ends)
      if (all.every((status) => status === 'taken_down')) expect(history.releaseStatus).toBe('taken_down')
      for (const status of all) outcomes.set(status ?? '', (outcomes.get(status ?? '') ?? 0) + 1)
      if ((index + 1) % 500 === 0) console.log(`${index + 1} of ${count} histories, seed ${seed}`)
    }
    if (count >= 200) expect([...outcomes.keys()]).toEqual(expect.arrayContaining([...wanted]))
  })
})

function findWrong({ ends }: History, { id, received }: RecordingStore): string[] {
  const said = received.map(({ purpose, messageId, answers }) => [purpose, messageId.slice(-4), ...answers].join(' '))
  const wrong: string[] = []
  const last = received.at(-1)
  if (ends[id] === 'taken_down' && last?.purpose === 'offer') wrong.push('was offered it last, and it is to be down')
  if ((ends[id] === 'live' || ends[id] === 'ingested') && last?.purpose !== 'offer') wrong.push('was not offered it')
  received.forEach((message, index) => {
    const before = received[index - 1]
    if (message.purpose === 'takedown' && !isForSomething(message, before)) wrong.push('was told for nothing')
  })
  return wrong.map((what) => `${id} (${ends[id]}) ${what}: ${said.join(', ')}`)
}

/** After an offer, or after a takedown that was refused or that is sent again as it was. */
const isForSomething = (message: Received, before: Received | undefined): boolean =>
  before !== undefined &&
  (before.purpose === 'offer' || before.messageId === message.messageId || before.answers.includes('InternalError'))
