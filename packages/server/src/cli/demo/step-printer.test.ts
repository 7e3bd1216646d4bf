import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stepPrinter } from './step-printer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

it('says once that a machine is slow', async () => {
  const lines: string[] = []
  const { step } = stepPrinter((line) => lines.push(line))
  const steps = (async () => {
    await step('Started', () => wait(14_000))
    await step('Analysed every file', () => wait(50_000))
    await step('Live', () => wait(50_000))
  })()
  await vi.advanceTimersByTimeAsync(120_000)
  await steps
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
  expect(vi.getTimerCount()).toBe(0)
})
