import type { Failure } from '../system/mixed-load.ts'

/** While the database has no leader, requests that need it get 503; others are answered as usual. */
export const isForbidden = ({ kind, text }: Failure): boolean =>
  kind === 'verify' || kind === 'discovery' || !(kind === 'upload' ? /with 503/ : /database_unavailable/).test(text)

export const texts = (failures: readonly Failure[]): string[] =>
  failures.slice(0, 10).map(({ kind, text }) => `${kind}: ${text.slice(0, 1_000)}`)
