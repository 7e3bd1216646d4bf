import { expect, it } from 'vitest'
import type { DeliverEvent } from '../../deliver/deliver-events.ts'
import { countFiles } from './count-files.ts'

it('says every ten seconds how many files are done and how long the rest takes', () => {
  let nowMs = 5_000
  const events: DeliverEvent[] = []
  const emit = countFiles(
    (event) => events.push(event),
    3_000,
    () => nowMs,
  )
  const told = () => events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
  const finish = (files: number, msEach: number): void => {
    for (let file = 0; file < files; file++) {
      nowMs += msEach
      emit({ type: 'failed', file: `${file}.wav`, why: 'gone' })
    }
  }
  finish(99, 100)
  nowMs += 99
  emit({ type: 'reading', file: '100.wav' })
  expect(told()).toEqual([])
  finish(1, 1)
  expect(told()).toEqual(['100 of 3,000 files sent and checked, about 5 min left'])
  finish(999, 10)
  expect(told()).toHaveLength(1)
  finish(401, 10)
  expect(told().slice(1)).toEqual(['1,100 of 3,000 files sent and checked, about 1 min left'])
  // The summary follows the last file.
  nowMs += 60_000
  finish(1_498, 0)
  expect(told()).toHaveLength(3)
  nowMs += 60_000
  finish(2, 0)
  expect(told().at(-1)).toBe('2,999 of 3,000 files sent and checked, about 1 min left')
})
