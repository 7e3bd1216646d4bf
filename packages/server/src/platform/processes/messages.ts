import type { MetricSnapshot } from '../metrics/metrics.ts'

/**
 * What the first process and its children send each other. In a rolling upgrade the two may be of different versions:
 * both ignore what they do not know.
 */

export type ToChild =
  | { readonly type: 'stop' }
  /** Another process has taken over: stop, while the hub as a whole keeps serving. */
  | { readonly type: 'retire' }
  | { readonly type: 'measure'; readonly id: number }
  | { readonly type: 'summed'; readonly id: number; readonly mediaType: string; readonly text: string }
  | { readonly type: 'missing'; readonly count: number }

export type ToFirst =
  | { readonly type: 'ready' }
  | { readonly type: 'measured'; readonly id: number; readonly metrics: readonly MetricSnapshot[] }
  /** The last figures of a process that stops. */
  | { readonly type: 'last'; readonly metrics: readonly MetricSnapshot[] }
  /** Asks for the metrics of the whole hub. */
  | { readonly type: 'sum'; readonly id: number }

/** What a child is told at its start. */
export interface ProcessPlace {
  readonly role: 'api' | 'worker'
  /** How many processes share the port. */
  readonly apiProcesses: number
  /** True for the one process that prints what to do next. */
  readonly introduces: boolean
}

/** The variable with the place of a child, as JSON. It is set by the hub, never by an operator. */
export const placeVariable = 'HUB_PROCESS_PLACE'

/** Undefined in the first process. */
export function readPlace(environment: Readonly<Record<string, string | undefined>>): ProcessPlace | undefined {
  const text = environment[placeVariable]
  return text === undefined || process.send === undefined ? undefined : (JSON.parse(text) as ProcessPlace)
}
