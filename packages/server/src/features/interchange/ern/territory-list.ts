import { type Area, territoryCodes } from '@spindle/contract'
import type { Terms } from './deal-terms.ts'
import type { VersionTraits } from './ern-versions.ts'

/**
 * The territory lists of ERN 3 have no Kosovo. An offer for Kosovo is left out. An offer that excludes Kosovo lists all
 * territories that it includes; otherwise it would include Kosovo.
 */

const kosovo = 'XK'

export const namesKosovo = ({ codes }: Area): boolean => codes.includes(kosovo)

/** The terms in the codes that the version has; without those that are for none of them. */
export const inListOf = ({ hasKosovo }: Pick<VersionTraits, 'hasKosovo'>, terms: readonly Terms[]): Terms[] =>
  terms.flatMap((one) => {
    if (hasKosovo || !namesKosovo(one.area)) return [one]
    const area = withoutKosovo(one.area)
    return area.codes.length === 0 ? [] : [{ ...one, area }]
  })

function withoutKosovo({ mode, codes }: Area): Area {
  const included = mode === 'include' ? codes : territoryCodes.filter((code) => !codes.includes(code))
  return { mode: 'include', codes: included.filter((code) => code !== kosovo) }
}
