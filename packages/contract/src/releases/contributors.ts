import type { Static } from 'typebox'
import { partyStores } from '../definition/closed-lists.ts'
import { ClosedObject, Id, OneOf, Text } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { LanguageTag, type ObjectMaker, partyIds } from './release-parts.ts'
import { type ContributorRole, contributorRoles } from './release-vocabulary.ts'

/** Who made a release or track: contributors, which may name a party of the account. */

const fullName = 'Full name as displayed; ERN PartyName/FullName'
const roleWords = `${contributorRoles.join(', ')}, or ddex:<Role> from the DDEX lists`

/** `contributors[].role`. */
export const contributorRole = Type.Unsafe<ContributorRole>({
  type: 'string',
  maxLength: 80,
  pattern: `^(${contributorRoles.join('|')}|ddex:[A-Za-z]{2,70})$`,
  description: roleWords,
  examples: ['main_artist'],
})

/** A name in other languages or scripts. */
export const partyNames = (object: ObjectMaker) =>
  Type.Array(
    object({ language: LanguageTag('BCP 47'), name: Text(200, { description: 'The name in this language' }) }),
    { maxItems: 30, description: 'The name in other languages or scripts; ERN PartyName@LanguageAndScriptCode' },
  )

const contributorMembers = (object: ObjectMaker) => ({
  name: Text(200, { pattern: '\\S', description: fullName }),
  role: contributorRole,
  partyId: Type.Optional({
    ...Id('pty'),
    description: 'Party of the account; name, names, partyIds and newAt are taken from it',
  }),
  newAt: Type.Optional(
    Type.Array(OneOf(partyStores), {
      maxItems: partyStores.length,
      uniqueItems: true,
      description: 'Stores where the artist has no page yet. Not sent to outlets',
    }),
  ),
  instruments: Type.Optional(
    Type.Array(Text(80), { maxItems: 30, description: 'Instruments of a performer; ERN InstrumentType' }),
  ),
  partyIds: Type.Optional(partyIds(object)),
  names: Type.Optional(partyNames(object)),
  sequence: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: 'Display order; default the array order' }),
  ),
})

/** One person or group and what they did (ERN DisplayArtist, Contributor). One party per entry. */
export const contributor = (object: ObjectMaker) => object(contributorMembers(object))

/** A contributor as a person writes it: it may take name and role from its party. */
export const writtenContributor = (object: ObjectMaker) => {
  const { name, role, ...others } = contributorMembers(object)
  return object({
    name: Type.Optional({ ...name, description: `${fullName}. Required without partyId` }),
    role: Type.Optional({ ...role, description: `${roleWords}. Default: the default roles of the party` }),
    ...others,
  })
}

/** A contributor as requests carry it. */
export const WrittenContributor = writtenContributor(ClosedObject)
export type Contributor = Static<ReturnType<typeof contributor>>

/** A contributor as it is stored. */
export const Contributor = contributor(ClosedObject)
