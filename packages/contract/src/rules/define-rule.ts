import type { Finding, FindingOutlet, Severity } from './finding.ts'
import type { RuleId } from './rule-ids.ts'

/** What a rule is: data that is published, and a pure function that applies it. */

/**
 * A rule as `GET /api/v1/music-distributor/rules` publishes it. `id` names one rule for ever; `version` rises when it
 * means something else.
 */
export interface Rule {
  readonly id: RuleId
  readonly version: number
  /** What its findings are called. Rules that find the same about different things share one. */
  readonly code: string
  readonly severity: Severity
  readonly appliesTo: 'release' | 'track' | 'contributor' | 'upload'
  readonly title: string
  readonly fix: string
  /** The standard or store guide it comes from. */
  readonly source: string
}

/** One place where a rule found something. The fix is the rule's unless the place allows a better one. */
export interface Hit {
  /** RFC 6901, from the release or upload downwards; empty for the whole. */
  readonly pointer: string
  readonly message: string
  readonly fix?: string | undefined
  /** The outlets that it concerns, if it is about what they accept. */
  readonly outlets?: readonly FindingOutlet[] | undefined
}

/** What a check answers: its hits, or one message about the whole, or that there is nothing to report. */
export type CheckResult = readonly Hit[] | string | false | undefined

/** A rule with its check. The check is pure: the same input, the same answer. */
export interface CheckedRule<Input> extends Rule {
  /** The severity of the rule for releases of the single-asset API, which cannot take what is missing. */
  readonly legacySeverity?: Severity | undefined
  /** The severity of the rule if the outlet was not chosen: the release goes to all outlets. */
  readonly unchosenSeverity?: Severity | undefined
  readonly check: (input: Input) => CheckResult
}

/** `code` is the id unless several rules share one. */
export type RuleDefinition<Input> = Omit<CheckedRule<Input>, 'code' | 'version'> &
  Partial<Pick<CheckedRule<Input>, 'code' | 'version'>>

/** Makes a rule. Its id must be in `ruleIds`, so that every finding comes from a published rule. */
export const defineRule = <Input>(definition: RuleDefinition<Input>): CheckedRule<Input> => ({
  code: definition.id,
  version: 1,
  ...definition,
})

/** Makes a finding of a rule. `message` says what was found, with the values. */
export const findingOf = (rule: Rule, { pointer, message, fix = rule.fix, outlets }: Hit): Finding => ({
  code: rule.code,
  severity: rule.severity,
  pointer,
  message,
  fix,
  rule: { id: rule.id, version: rule.version, source: rule.source },
  ...(outlets && { outlets: [...outlets] }),
})

/** Rules of an operator begin so. No id of ours has a dot, so the two never collide. */
export const ownRulePrefix = 'own.'

export interface OwnHit extends Omit<Hit, 'outlets'> {
  readonly id: string
  readonly severity: Severity
  readonly fix: string
}

/** A finding of a rule that only the hub of one operator has. */
export const ownFinding = ({ id, severity, pointer, message, fix }: OwnHit): Finding => ({
  code: id,
  severity,
  pointer,
  message,
  fix,
  rule: { id, version: 1, source: 'Check hook of the operator' },
})

/** The findings of rules about one input, in the order of the rules. */
export const applyRules = <Input>(rules: readonly CheckedRule<Input>[], input: Input): Finding[] =>
  rules.flatMap((rule) => hitsOf(rule, input).map((hit) => findingOf(rule, hit)))

/** The finding of a rule whose input always is one. */
export function findingFrom<Input>(rule: CheckedRule<Input>, input: Input): Finding {
  const [hit = { pointer: '', message: rule.title }] = hitsOf(rule, input)
  return findingOf(rule, hit)
}

/** Every place where the rule found something. */
export function hitsOf<Input>(rule: CheckedRule<Input>, input: Input): readonly Hit[] {
  const result = rule.check(input)
  if (typeof result === 'string') return [{ pointer: '', message: result }]
  return result === undefined || result === false ? [] : result
}

/** The rule as plain data. */
export const publishRule = ({ id, version, code, severity, appliesTo, title, fix, source }: Rule): Rule => ({
  id,
  version,
  code,
  severity,
  appliesTo,
  title,
  fix,
  source,
})
