/** The script of the sandbox outlet, read from the `metadata` of a release. Explained in docs/sandbox.md. */

export const refusalCodes = [
  'metadata_missing',
  'identifier_invalid',
  'resource_missing',
  'resource_corrupt',
  'signature_or_hash_sum_wrong_or_missing',
  'no_deal_in_new_release_message',
  'rights_conflict',
  'release_violates_terms_of_service',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

export type SandboxOutcome =
  | { readonly do: 'acknowledge' }
  | { readonly do: 'refuse'; readonly code: RefusalCode }
  | { readonly do: 'timeout' }
  | { readonly do: 'fail_track'; readonly place: number }
  | { readonly do: 'fail_times'; readonly times: number }

export interface SandboxScript {
  readonly outcome: SandboxOutcome
  /** How many attempts at a takedown fail. */
  readonly failingTakedowns: number
}

/** Undefined for words the sandbox does not know. */
export function parseOutcome(text: string): SandboxOutcome | undefined {
  const [word, value = ''] = text.trim().split(':', 2)
  const count = /^[1-9][0-9]{0,2}$/.test(value) ? Number(value) : undefined
  if (word === 'acknowledge' || word === 'timeout') return value === '' ? { do: word } : undefined
  if (word === 'fail_track') return count === undefined ? undefined : { do: word, place: count }
  if (word === 'fail_times') return count === undefined ? undefined : { do: word, times: count }
  const code = refusalCodes.find((candidate) => candidate === value)
  return word === 'refuse' && code !== undefined ? { do: 'refuse', code } : undefined
}

/** An invalid script counts as none: the sandbox then acknowledges. */
export function parseSandboxScript(metadata: Readonly<Record<string, string>> = {}): SandboxScript {
  const takedown = /^fail_times:([1-9][0-9]{0,2})$/.exec(metadata['sandbox.takedown']?.trim() ?? '')
  return {
    outcome: parseOutcome(metadata['sandbox.outcome'] ?? '') ?? { do: 'acknowledge' },
    failingTakedowns: Number(takedown?.[1] ?? 0),
  }
}
