import { explainNetworkFailure } from './transports/network-failures.ts'

/** The steps of a test of a place, for the operator. */

export interface TestStep {
  readonly step: string
  /** What was learnt beyond that it worked. */
  readonly found?: string | undefined
  /** Undefined where it worked. */
  readonly problem: string | undefined
}

/** Answers what was found, if there is more to say than that it worked. */
export type Step = readonly [name: string, work: () => Promise<unknown>]

export async function runSteps(steps: readonly Step[]): Promise<TestStep[]> {
  const done: TestStep[] = []
  for (const [step, work] of steps)
    try {
      const found = await work()
      done.push({ step, found: typeof found === 'string' ? found : undefined, problem: undefined })
    } catch (error) {
      return [...done, { step, problem: messageOf(error) }]
    }
  return done
}

/** The reason in words, before what the network reports. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const reason = explainNetworkFailure(error)
  return reason === undefined ? message : `${reason} (${message})`
}
