import { createHash } from 'node:crypto'

/**
 * An idempotency key made of the content of a call: an agent that loses an answer and repeats the call gets the first
 * answer again instead of a second release. The hub forgets keys after 24 hours.
 */
export function deriveIdempotencyKey(tool: string, input: unknown): string {
  const text = JSON.stringify(input, (_, value: unknown) => inOrder(value))
  return `mcp-${tool}-${createHash('sha256').update(text).digest('hex')}`
}

/** Members in alphabetical order, so that their order does not matter. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
