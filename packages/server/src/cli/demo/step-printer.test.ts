import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeTimersOf } from '../../../test/harness/own-timers.ts'
import { stepPrinter } from './step-printer.ts'

let timers: ReturnType<typeof fakeTimersOf>
beforeEach(() => {
  timers = fakeTimersOf('step-printer.ts')
})
afterEach(() => timers.restore())

it('says once that a machine is slow', async () => {
  const lines: string[] = []
  const { step } = stepPrinter((line) => lines.push(line))
  const take = async (title: string, ms: number): Promise<void> => {
    const work = Promise.withResolvers<void>()
    const taken = step(title, () => work.promise)
    await vi.advanceTimersByTimeAsync(ms)
    work.resolve()
    await taken
  }
  await take('Started', 14_000)
  await take('Analysed every file', 50_000)
  await take('Live', 50_000)
  expect(lines).toEqual([
    '✓ Started (14.00 s)',
    '… "Analysed every file" takes longer than usual: the machine is slow or busy. The demo waits up to 5 minutes.',
    '✓ Analysed every file (50.00 s)',
    '✓ Live (50.00 s)',
  ])
})

it('marks a step that fails, and passes its error on', async () => {
  const lines: string[] = []
  const failing = stepPrinter((line) => lines.push(line)).step('Live', () =>
    Promise.reject(new Error('The store is away')),
  )
  await expect(failing).rejects.toThrow('The store is away')
  expect(lines).toEqual(['✗ Live (0.00 s)'])
  expect(timers.running()).toBe(0)
})
