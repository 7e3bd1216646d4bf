import { messageReader } from '../../packages/server/src/features/imports/read-in-jail.ts'
import { silentLog } from '../../packages/server/src/platform/logging/log.ts'
import { hostileMessages } from '../../packages/server/test/imports/hostile-messages.ts'
import { message42 } from '../../packages/server/test/imports/messages.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import type { Report } from '../harness/report.ts'
import { median, spread } from '../harness/statistics.ts'

export const hostileMessagesRefused: Goal = { id: 'hostile-messages', title: 'Hostile messages refused', run }

async function run({ isQuick, scratch }: Bench): Promise<Report> {
  const reader = messageReader({ log: silentLog })
  scratch.onClose(() => reader.drain())
  const timeOf = async (bytes: Buffer, outcome: 'read' | 'refused'): Promise<number> => {
    const start = performance.now()
    const reading = await reader.read(bytes)
    if (reading.outcome !== outcome) throw new Error(`a message was ${reading.outcome}, not ${outcome}`)
    return performance.now() - start
  }
  const honest: number[] = []
  const slowest: number[] = []
  let slow = { name: '', ms: 0 }
  // The first start of a child looks for walls, and is not counted.
  await timeOf(Buffer.from(message42()), 'read')
  for (let round = 0; round < (isQuick ? 1 : 3); round += 1) {
    honest.push(await timeOf(Buffer.from(message42()), 'read'))
    let most = 0
    for (const { name, make } of hostileMessages) {
      const ms = await timeOf(Buffer.from(make('/etc/hostname')), 'refused')
      most = Math.max(most, ms)
      if (ms > slow.ms) slow = { name, ms }
    }
    slowest.push(most)
  }
  return {
    series: [
      { name: 'an honest message of one track', unit: 'ms', samples: honest },
      { name: `the slowest of ${hostileMessages.length} hostile ones`, unit: 'ms', samples: slowest },
    ],
    verdicts: [
      { goal: 'the slowest refusal', value: median(slowest), spread: spread(slowest), unit: 'ms', atMost: 2_000 },
    ],
    notes: [
      `One at a time, the start of the child process included. The slowest of all: ${slow.name}. A child that takes more than 300 MiB of memory or 3 s of processor time is ended, and the message refused.`,
    ],
  }
}
