import type { Operation } from '@spindle/contract'
import { preferredType } from './accept.ts'

/** The value of the parameter `format` for each media type that it stands for. */
const formats: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
}

/** Adds the `format` that `Accept` asks for to the query of one operation. A `format` in the query has precedence. */
export type AddFormat = (query: unknown, accept: string | undefined) => unknown

/** Undefined for an operation that answers in one format. */
export function formatNegotiation({ query, responses }: Operation): AddFormat | undefined {
  const ok = responses[200]
  if (!ok?.mediaTypes || query === undefined || !('format' in query.properties)) return undefined
  const offered = [...(ok.schema === null ? [] : ['application/json']), ...ok.mediaTypes]
  return (sent, accept) => {
    if ((sent as { readonly format?: unknown }).format !== undefined) return sent
    const format = formats[preferredType(accept, offered) ?? '']
    return format === undefined ? sent : { ...(sent as object), format }
  }
}
