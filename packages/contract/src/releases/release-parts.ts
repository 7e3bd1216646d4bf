import type { Static, TObject, TProperties } from 'typebox'
import { ClosedObject, OneOf, Text } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import {
  aiLevels,
  claimPolicies,
  commercialModels,
  dealUses,
  importIssueCodes,
  territoryModes,
} from './release-vocabulary.ts'

/**
 * The objects inside releases and tracks. Each is a function of how objects are made: requests are closed, answers are
 * open to additions, and both come from one definition.
 */

/** Makes an object schema: `ClosedObject` for requests, `OpenObject` for answers. */
export type ObjectMaker = <P extends TProperties>(properties: P, options?: Record<string, unknown>) => TObject<P>
/** Makes the objects of answers: members may be added later. */
export const OpenObject: ObjectMaker = (properties, options = {}) => Type.Object(properties, options)

/** BCP 47 language tag as written; whether it is one is a finding. `zxx` means no words. */
export const LanguageTag = (description: string) =>
  Type.String({ minLength: 1, maxLength: 35, description, examples: ['en'] })

/** Real calendar date, `YYYY-MM-DD` (ISO 8601). */
export const ReleaseDay = (description: string) =>
  Type.String({ format: 'date', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', maxLength: 10, description })

/** A `YYYY-MM-DD` date (local midnight in each territory; ERN StartDate) or a UTC instant (ERN StartDateTime). */
const DateOrInstant = (description: string) =>
  Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,3})?Z)?$',
    maxLength: 24,
    description,
    examples: ['2026-12-11'],
  })

/** An identifier as the caller writes it. Its form and check digit are judged by findings, so that a draft can be kept. */
export const WrittenIdentifier = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 40, description, examples: [example] })

/** Whether the words need a parental warning. */
export const Explicitness = (values: readonly ['explicit', 'clean', 'not_explicit']) =>
  OneOf(values, {
    description: 'Parental warning; ERN ParentalWarningType Explicit, ExplicitContentEdited, NotExplicit',
  })

/** A title: 1 to 500 characters, not blank. */
export const Title = (description: string) => Text(500, { pattern: '\\S', description })

/** `titles[]`: the title in another language or script (ERN DisplayTitle@LanguageAndScriptCode). */
export const localizedTitle = (object: ObjectMaker) =>
  object({
    language: LanguageTag('BCP 47, with a script if needed, such as ja-Latn'),
    title: Title('The title in this language; ERN TitleText'),
    subtitle: Type.Optional(Text(200, { description: 'Second line of the title; ERN SubTitle' })),
  })

/** `pLine` and `cLine`: year and holder, without the sign and without the year doubled in the text. */
export const copyrightLine = (object: ObjectMaker, description: string) =>
  object(
    {
      year: Type.Integer({ minimum: 1900, maximum: 2200, description: 'Year of the notice; ERN Year' }),
      text: Text(200, {
        pattern: '\\S',
        description: 'The owner, without symbol and year; ERN PLineText or CLineText',
      }),
    },
    { description },
  )

/** Where a release, track or deal counts (ERN TerritoryCode and ExcludedTerritoryCode). */
export const territories = (object: ObjectMaker) =>
  object(
    {
      mode: OneOf(territoryModes, { description: 'Everywhere, only in codes, or everywhere except codes' }),
      codes: Type.Optional(
        Type.Array(
          Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2, description: 'ISO 3166-1 alpha-2', examples: ['DE'] }),
          {
            maxItems: 300,
            description: 'Absent or empty if the mode is worldwide',
          },
        ),
      ),
    },
    {
      description: 'The territories it applies to; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode',
    },
  )
export type Territories = Static<ReturnType<typeof territories>>

/** Identifiers of a person, group or company. */
export const partyIds = (object: ObjectMaker, description = 'Identifiers of the person or group') =>
  object(
    {
      isni: Type.Optional(WrittenIdentifier('ISO 27729, 16 characters; ERN PartyId@ISNI', '0000 0001 2103 2683')),
      ipi: Type.Optional(WrittenIdentifier('IPI name number, 11 digits; ERN PartyId@IpiNameNumber', '00052210040')),
      dpid: Type.Optional(WrittenIdentifier('DDEX party identifier; ERN PartyId@DPID', 'PADPIDA2014120301U')),
      spotify: Type.Optional(Text(100, { description: 'Artist id or URI at Spotify; ERN ProprietaryId' })),
      apple: Type.Optional(Text(100, { description: 'Artist id at Apple Music; ERN ProprietaryId' })),
    },
    { description },
  )

/** Who controls the rights in the recordings, and which part of them (ERN ResourceRightsController). */
export const rightsController = (object: ObjectMaker, description: string) =>
  object(
    {
      name: Text(200, { pattern: '\\S', description: 'Full name; ERN PartyName/FullName' }),
      partyIds: Type.Optional(partyIds(object, 'Identifiers of the rights controller')),
      share: Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'Percentage of the rights that it controls; ERN RightSharePercentage',
        examples: [100],
      }),
    },
    { description },
  )

const aiLevel = (part: string) => Type.Optional(OneOf(aiLevels, { description: `AI use in ${part}` }))

const audioAiUsage = {
  vocals: aiLevel('the singing or speech'),
  instruments: aiLevel('the playing'),
  composition: aiLevel('the music'),
  lyrics: aiLevel('the words'),
  postProduction: aiLevel('mixing and mastering'),
}

const aiUsageDescription = 'Use of AI for each part; ERN 4.3.2'

/** AI use of a recording, part by part (disclosure scheme of ERN 4.3.2). */
export const trackAiUsage = (object: ObjectMaker) => object(audioAiUsage, { description: aiUsageDescription })

/** AI use of a release: the parts of its recordings, and its artwork. */
export const releaseAiUsage = (object: ObjectMaker) =>
  object({ ...audioAiUsage, artwork: aiLevel('the cover') }, { description: aiUsageDescription })

const models = Type.Array(OneOf(commercialModels), {
  minItems: 1,
  maxItems: 4,
  description: 'How listeners pay; ERN CommercialModelType',
})
const uses = Type.Array(OneOf(dealUses), {
  minItems: 1,
  maxItems: 6,
  description: 'What listeners may do; ERN UseType',
})

/** One line of usage rights (ERN ReleaseDeal/Deal/DealTerms): where, from when, in which models and uses. */
export const deal = (object: ObjectMaker) =>
  object({
    territories: territories(object),
    startsAt: DateOrInstant('First date, or date and time; ERN ValidityPeriod/StartDate or StartDateTime'),
    endsAt: Type.Optional(DateOrInstant('Last date, or the end as date and time; ERN EndDate or EndDateTime')),
    models,
    uses,
    priceTier: Type.Optional(Text(50, { description: 'Price tier agreed with the outlet; ERN PriceCode' })),
    preorder: Type.Optional(Type.Boolean({ description: 'Only pre-orders; ERN IsPreOrderDeal' })),
    claimPolicy: Type.Optional(
      OneOf(claimPolicies, { description: 'What to do with matching user content; ERN RightsClaimPolicyType' }),
    ),
  })
export type Deal = Static<ReturnType<typeof deal>>

/** One line that takes a track out of the release's deals: where and for what it is not offered. */
export const restriction = (object: ObjectMaker) =>
  object({
    territories: Type.Optional(territories(object)),
    models: Type.Optional(models),
    uses: Type.Optional(uses),
  })

/** One thing about an imported release that a person has to settle before it is submitted. */
export const importIssue = (object: ObjectMaker) =>
  object({
    code: OneOf(importIssueCodes, {
      description:
        'Code of the rule. offer_not_imported: the message has an offer that a release cannot have. withdrawn_by_sender: the sender withdrew it before it was delivered',
    }),
    message: Text(500, { description: 'The content of the message and its place' }),
  })
export type ImportIssue = Static<ReturnType<typeof importIssue>>

/** Free map of the caller: up to 50 keys, values up to 500 characters. Never sent to outlets. */
export const Metadata = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 500 },
  propertyNames: { type: 'string', minLength: 1, maxLength: 64 },
  maxProperties: 50,
  description:
    'Your own data: up to 50 keys of 64 characters, with values of 500 characters. Not sent to outlets; only the sandbox outlet reads it',
})

/** Territories as requests carry them. */
export const Territories = territories(ClosedObject)
/** A line of usage rights as requests carry it. */
export const Deal = deal(ClosedObject)
