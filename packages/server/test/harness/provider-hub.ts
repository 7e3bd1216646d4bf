import type { Log } from '../../src/platform/logging/log.ts'
import { startTestHub, type TestHub } from './hub.ts'
import { type Behaviour, type OutsideProvider, startOutsideProvider } from './outside-provider.ts'
import { setUpOperator, type TestPerson } from './people.ts'

/** A hub with a separate outside provider that may fail, the operator of the hub, and its log. */
export interface ProviderHub {
  readonly provider: OutsideProvider
  readonly hub: TestHub
  readonly operator: TestPerson
  readonly lines: string[]
}

export interface ProviderHubOptions {
  readonly settings?: Readonly<Record<string, string>>
  readonly behaviour?: Behaviour
  /** The hub's time limit for each answer of the provider. */
  readonly timeoutMs?: number | undefined
}

/** The provider has `mia`, with mia@label.example, and works as configured from the start. */
export async function startProviderHub(options: ProviderHubOptions = {}): Promise<ProviderHub> {
  const { settings = {}, behaviour = 'normal', timeoutMs } = options
  const provider = await startOutsideProvider(settings)
  const lines: string[] = []
  const write = (event: string, fields: object = {}): void => void lines.push(JSON.stringify({ event, ...fields }))
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const overrides = { log, ...(timeoutMs !== undefined && { outsideProviderTimeoutMs: timeoutMs }) }
  const hub = await startTestHub({ role: 'api', environment: provider.environment, overrides })
  provider.serve(hub.url)
  provider.know('mia', { email: 'mia@label.example', email_verified: true })
  provider.behave(behaviour)
  return { provider, hub, operator: await setUpOperator(hub), lines }
}
