import { type Finding, findingOf, type Rule, type Severity } from '@spindle/contract'
import type { ReleaseForRules } from './view.ts'

/** One place where a rule found something. The fix is the rule's unless the place allows a better one. */
export interface Hit {
  readonly pointer: string
  readonly message: string
  readonly fix?: string | undefined
}

/** A rule as data, and the pure function that applies it. */
export interface ReleaseRule extends Rule {
  /** What the rule weighs for releases of the single-asset API, which cannot ask for what is missing. */
  readonly legacySeverity?: Severity | undefined
  readonly check: (view: ReleaseForRules) => readonly Hit[]
}

/** `code` is the id unless several rules share one; versions count changes of what a rule finds. */
type RuleDefinition = Omit<ReleaseRule, 'code' | 'version'> & Partial<Pick<ReleaseRule, 'code' | 'version'>>

export const defineRule = (definition: RuleDefinition): ReleaseRule => ({
  code: definition.id,
  version: 1,
  ...definition,
})

/** The findings of one rule. */
export function applyRule(rule: ReleaseRule, view: ReleaseForRules): readonly Finding[] {
  const severity = (view.legacy ? rule.legacySeverity : undefined) ?? rule.severity
  return rule
    .check(view)
    .map(({ pointer, message, fix }) => ({ ...findingOf(rule, pointer, message, fix ?? rule.fix), severity }))
}

/** The rule without its function, as `GET MD/rules` publishes it. */
export const publishedRule = ({ id, version, code, severity, appliesTo, title, fix, source }: ReleaseRule): Rule => ({
  id,
  version,
  code,
  severity,
  appliesTo,
  title,
  fix,
  source,
})
