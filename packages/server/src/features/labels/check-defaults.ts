import {
  AppError,
  type FieldError,
  type LabelDefaults,
  maxDefaultsBytes,
  type ReleaseDefaults,
} from '@spindle/contract'
import { findCreditFaults, type PartiesById, type WrittenContributor } from '../parties/index.ts'

/** What defaults must be beside their schema: not too large, and with contributors that a release can have. Pure. */

interface Credits {
  readonly pointer: string
  readonly contributors: readonly WrittenContributor[]
}

const creditsIn = ({ contributors = [], trackDefaults = {} }: LabelDefaults): readonly Credits[] => [
  { pointer: '/contributors', contributors },
  { pointer: '/trackDefaults/contributors', contributors: trackDefaults.contributors ?? [] },
]

export const partyIdsIn = (defaults: LabelDefaults): string[] => [
  ...new Set(creditsIn(defaults).flatMap(({ contributors }) => contributors.flatMap(({ partyId }) => partyId ?? []))),
]

/** Throws `validation_failed`. `at` is where the defaults are in the body. */
export function requireUsable(defaults: LabelDefaults, held: PartiesById, at = ''): void {
  const errors = [
    ...findTooLarge(defaults, at),
    ...creditsIn(defaults).flatMap(({ pointer, contributors }) =>
      contributors.flatMap((contributor, index) =>
        findCreditFaults(contributor, { pointer: `${at}${pointer}/${index}`, held }),
      ),
    ),
  ]
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

function findTooLarge(defaults: LabelDefaults, pointer: string): FieldError[] {
  const bytes = Buffer.byteLength(JSON.stringify(defaults))
  if (bytes <= maxDefaultsBytes) return []
  const detail = `Defaults can have at most ${maxDefaultsBytes} bytes as JSON, but these have ${bytes}.`
  return [{ pointer, code: 'max_length', detail, fix: 'Remove members that only some releases need.' }]
}

/** Without contributors whose party was deleted, or has no default roles any more: they would refuse every new draft. */
export function withoutUnusable(defaults: ReleaseDefaults, held: PartiesById): ReleaseDefaults {
  const { trackDefaults, ...ofRelease } = defaults
  return { ...keepUsable(ofRelease, held), ...(trackDefaults && { trackDefaults: keepUsable(trackDefaults, held) }) }
}

function keepUsable<T extends { contributors?: WrittenContributor[] }>(
  { contributors, ...others }: T,
  held: PartiesById,
): Omit<T, 'contributors'> & { contributors?: WrittenContributor[] } {
  const usable = (contributors ?? []).filter((one) => findCreditFaults(one, { pointer: '', held }).length === 0)
  return usable.length === 0 ? others : { ...others, contributors: usable }
}
