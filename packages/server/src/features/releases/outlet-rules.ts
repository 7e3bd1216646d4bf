import { type Finding, findingOf, type Rule } from '@spindle/contract'

/** Whether a release has anywhere to go. */

const noOutlet: Rule = {
  id: 'no_outlet',
  version: 1,
  code: 'no_outlet',
  severity: 'error',
  appliesTo: 'release',
  title: 'A release has an outlet to go to',
  fix: 'Name an outlet of GET /api/v1/music-distributor/outlets in outlets. Where there is none, the operator adds a property to SPINDLE_INTEGRATION_TOKENS or sets SPINDLE_SANDBOX_OUTLET=on.',
  source: 'Settings of the hub',
}

const unknownOutlet: Rule = {
  id: 'outlet_unknown',
  version: 1,
  code: 'outlet_unknown',
  severity: 'error',
  appliesTo: 'release',
  title: 'The outlets of a release exist',
  fix: 'Use ids of GET /api/v1/music-distributor/outlets, or leave outlets out to deliver to all of them.',
  source: 'Settings of the hub',
}

export const outletRules: readonly Rule[] = [noOutlet, unknownOutlet]

/** Takes the outlets a release names (none named means all) and those of the hub. */
export function outletFindings(named: readonly string[] | null | undefined, known: readonly string[]): Finding[] {
  if (known.length === 0) return [findingOf(noOutlet, '/outlets', 'The hub has no outlet to deliver to.')]
  if (named === null || named === undefined) return []
  if (named.length === 0) return [findingOf(noOutlet, '/outlets', 'The release names no outlet.')]
  return named.flatMap((id, index) =>
    known.includes(id) ? [] : [findingOf(unknownOutlet, `/outlets/${index}`, `The hub has no outlet "${id}".`)],
  )
}
