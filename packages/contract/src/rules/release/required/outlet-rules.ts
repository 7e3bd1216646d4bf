import { defineRule, type Hit } from '../../define-rule.ts'
import type { ReleaseForRules, ReleaseRule } from '../release-view.ts'

/** Whether a release has anywhere to go. Naming no outlets means all of them. */

const addOutlet =
  'The operator of the hub adds a property to SPINDLE_INTEGRATION_TOKENS, or sets SPINDLE_SANDBOX_OUTLET=on.'

function hasNoOutlet({ release, context }: ReleaseForRules): readonly Hit[] {
  if (context.outlets.length === 0)
    return [{ pointer: '/outlets', message: 'The hub has no outlet to deliver to.', fix: addOutlet }]
  return release.outlets?.length === 0 ? [{ pointer: '/outlets', message: 'The release names no outlet.' }] : []
}

function unknownOutlets({ release, context }: ReleaseForRules): readonly Hit[] {
  if (context.outlets.length === 0) return []
  return (release.outlets ?? []).flatMap((id, index) =>
    context.outlets.includes(id) ? [] : [{ pointer: `/outlets/${index}`, message: `The hub has no outlet "${id}".` }],
  )
}

/** Errors where a release names an outlet that the hub does not have, or has none to go to. */
export const outletRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'no_outlet',
    severity: 'error',
    appliesTo: 'release',
    title: 'A release has an outlet to go to',
    fix: 'Choose an outlet, or all of them.',
    source: 'Settings of the hub',
    check: hasNoOutlet,
  }),
  defineRule({
    id: 'outlet_unknown',
    severity: 'error',
    appliesTo: 'release',
    title: 'The outlets of a release exist',
    fix: 'Choose from the outlets of the hub, or all of them.',
    source: 'Settings of the hub',
    check: unknownOutlets,
  }),
]
