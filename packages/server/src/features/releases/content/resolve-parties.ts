import { AppError, type FieldError, type ReleaseDocument, type ReleaseInput } from '@spindle/contract'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { canonicalJson } from '../../../platform/values/canonical-json.ts'
import {
  findCreditFaults,
  linkContributors,
  type NameLink,
  type Parties,
  type PartiesById,
  resolveContributors,
  type WrittenContributor,
} from '../../parties/index.ts'
import type { ReleaseRecord } from '../model/release-record.ts'

/**
 * A release has a copy of what its parties say: it is taken when the draft is written, renewed while it is a draft, and
 * frozen with the revision.
 */

export type PartyHolder = Pick<Parties, 'hold'>

interface Credited {
  readonly contributors?: readonly WrittenContributor[] | undefined
}

/** A release as a request or an import gives it: contributors may be a party alone, and tracks of imports may lack audio. */
export type WrittenRelease = Omit<ReleaseInput, 'submit' | 'audioChangeReason' | 'defaults'> | ReleaseDocument

interface PlacedCredit {
  readonly pointer: string
  readonly contributor: WrittenContributor
}

const creditsOf = ({ contributors = [] }: Credited, pointer: string): PlacedCredit[] =>
  contributors.map((contributor, index) => ({ pointer: `${pointer}/contributors/${index}`, contributor }))

const listCredits = (release: Credited & { readonly tracks: readonly Credited[] }): PlacedCredit[] => [
  ...creditsOf(release, ''),
  ...release.tracks.flatMap((track, index) => creditsOf(track, `/tracks/${index}`)),
]

/** The ids of the parties that a release names, each once. */
export const partyIdsOf = (release: Credited & { readonly tracks: readonly Credited[] }): string[] => [
  ...new Set(listCredits(release).flatMap(({ contributor }) => contributor.partyId ?? [])),
]

interface ResolveOptions {
  /** Ids that may name no party: the release has had them before. */
  readonly known?: readonly string[]
  /** What else is wrong, so that one answer names all faults. */
  findOtherFaults?(refused: readonly string[]): readonly FieldError[]
}

/**
 * The release with what its parties say. Throws `validation_failed` for an id that is not `known` and names no party, and for
 * a contributor without name or role.
 */
export async function resolveParties(
  parties: PartyHolder,
  trx: TenantTransaction,
  written: WrittenRelease,
  { known = [], findOtherFaults = () => [] }: ResolveOptions = {},
): Promise<ReleaseDocument> {
  const held = await parties.hold(trx, partyIdsOf(written))
  const wrong = listCredits(written).flatMap(({ pointer, contributor }) =>
    findCreditFaults(contributor, { pointer, held, known }),
  )
  if (wrong.length > 0) {
    const others = findOtherFaults(wrong.map(({ pointer }) => pointer))
    throw new AppError('validation_failed', { errors: [...wrong, ...others] })
  }
  const { tracks, ...members } = written
  const resolved = { ...withParties(members, held), tracks: tracks.map((track) => withParties(track, held)) }
  return resolved as ReleaseDocument
}

const withParties = <T extends Credited>(credited: T, held: PartiesById): T =>
  credited.contributors === undefined
    ? credited
    : { ...credited, contributors: resolveContributors(credited.contributors, held) }

export type RenewedContent = Pick<ReleaseRecord, 'document' | 'tracks'>

const partyIdsOfStored = ({ document, tracks }: RenewedContent): string[] =>
  partyIdsOf({ ...document, tracks: tracks.map((track) => track.document) })

/** The content with other contributors on the release and on its tracks; undefined if they are the same. */
function renew({ document, tracks }: RenewedContent, change: <T extends Credited>(credited: T) => T) {
  const renewed = {
    document: change(document),
    tracks: tracks.map((track) => ({ ...track, document: change(track.document) })),
  }
  return canonicalJson(renewed) === canonicalJson({ document, tracks }) ? undefined : renewed
}

/** A stored release with the present values of its parties; undefined if it has them. */
export async function renewParties(
  parties: PartyHolder,
  trx: TenantTransaction,
  content: RenewedContent,
): Promise<RenewedContent | undefined> {
  const named = partyIdsOfStored(content)
  if (named.length === 0) return undefined
  const held = await parties.hold(trx, named)
  return renew(content, (credited) => withParties(credited, held))
}

/** A stored release that names the party wherever it credits the name without one; undefined if it does not. */
export async function linkParty(
  parties: PartyHolder,
  trx: TenantTransaction,
  content: RenewedContent,
  link: NameLink,
): Promise<RenewedContent | undefined> {
  const held = await parties.hold(trx, [...new Set([link.partyId, ...partyIdsOfStored(content)])])
  return renew(content, (credited) =>
    credited.contributors === undefined
      ? credited
      : { ...credited, contributors: linkContributors(credited.contributors, link, held) },
  )
}
