import type { Finding, PublishedRule } from '@spindle/contract'

/** A finding of this command, in the words of the rule the hub publishes. */
export interface LocalFinding extends Omit<Finding, 'rule'> {
  /** The file it is about; undefined for the metadata. */
  readonly file: string | undefined
}

/** One thing found: which rule of the hub it belongs to, where, and what. */
export interface Hit {
  readonly ruleId: string
  readonly pointer: string
  readonly file?: string | undefined
  readonly message: string
}

/** A hub that does not publish a rule does not apply it, so it is not applied here either. */
export function findingsOf(hits: readonly Hit[], rules: readonly PublishedRule[]): readonly LocalFinding[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  return hits.flatMap(({ ruleId, pointer, file, message }) => {
    const rule = byId.get(ruleId)
    if (!rule) return []
    const { code, severity, fix } = rule
    return [{ code, severity, pointer, message, fix, file }]
  })
}
