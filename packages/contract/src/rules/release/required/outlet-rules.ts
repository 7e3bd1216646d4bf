import { findNearestName, limitGuesses } from '../../../codes/nearest-name.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import type { ReleaseForRules, ReleaseRule } from '../release-view.ts'

/** Whether a release has anywhere to go. Naming no outlets means all of them. */

const addOutlet =
  'Ask the hub operator to add a property to SPINDLE_INTEGRATION_TOKENS or to set SPINDLE_SANDBOX_OUTLET=on.'

function hasNoOutlet({ release, context }: ReleaseForRules): readonly Hit[] {
  if (context.outlets.length === 0) return [{ pointer: '/outlets', message: 'The hub has no outlets.', fix: addOutlet }]
  return release.outlets?.length === 0 ? [{ pointer: '/outlets', message: 'The release has no outlet.' }] : []
}

function unknownOutlets({ release, context }: ReleaseForRules): readonly Hit[] {
  if (context.outlets.length === 0) return []
  const guess = limitGuesses((id) => {
    const near = findNearestName(id, context.outlets)
    return near === undefined ? undefined : `Did you mean ${near}?`
  })
  return (release.outlets ?? []).flatMap((id, index) =>
    context.outlets.includes(id)
      ? []
      : [{ pointer: `/outlets/${index}`, message: `The hub has no outlet named "${id}".`, fix: guess(id) }],
  )
}

/** Errors where a release names an outlet that the hub does not have, or has no outlet to go to. */
export const outletRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'no_outlet',
    severity: 'error',
    appliesTo: 'release',
    title: 'A release must have at least one outlet',
    fix: 'Choose one or more outlets, or all outlets.',
    source: 'Settings of the hub',
    check: hasNoOutlet,
  }),
  defineRule({
    id: 'outlet_unknown',
    severity: 'error',
    appliesTo: 'release',
    title: 'The outlets of a release must exist',
    fix: 'Choose from the outlets of this hub, or choose all outlets.',
    source: 'Settings of the hub',
    check: unknownOutlets,
  }),
]
