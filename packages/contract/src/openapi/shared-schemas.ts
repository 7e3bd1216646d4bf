import type { TSchema } from 'typebox'
import { TableFieldTexts } from '../api/releases/table-mapping.ts'
import { ReportFieldTexts } from '../api/report-mapping.ts'
import { contributor, WrittenContributor, writtenContributor } from '../releases/contributors.ts'
import { defaultLine } from '../releases/release-defaults.ts'
import {
  copyrightLine,
  deal,
  LanguageTag,
  localizedTitle,
  type ObjectMaker,
  OpenObject,
  partyIds,
  releaseAiUsage,
  restriction,
  rightsController,
  territories,
  trackAiUsage,
} from '../releases/release-parts.ts'
import { deliveryStatuses, releaseStatuses } from '../releases/release-vocabulary.ts'
import { CalendarDate, ClosedObject, Id, OneOf, Timestamp } from '../schema/schema.ts'

/**
 * Schemas that occur in many others and get a name in the OpenAPI document. The description of each place stays beside
 * the reference, so a name here is about the form only.
 */

const releaseParts = (object: ObjectMaker) => ({
  Contributor: contributor(object),
  CopyrightLine: copyrightLine(object, 'Year and owner of a copyright notice'),
  Deal: deal(object),
  LocalizedTitle: localizedTitle(object),
  PartyIds: partyIds(object),
  ReleaseAiUsage: releaseAiUsage(object),
  Restriction: restriction(object),
  RightsController: rightsController(object, 'Who controls rights, and which part of them'),
  Territories: territories(object),
  TrackAiUsage: trackAiUsage(object),
})

/** The parts of answers, which are open to additions. Those of requests have the plain names. */
const answeredParts = Object.fromEntries(
  Object.entries(releaseParts(OpenObject)).map(([name, schema]) => [`Answered${name}`, schema]),
)

/** By name. Names are permanent: generated types have them. */
export const sharedSchemas: Readonly<Record<string, TSchema>> = {
  Timestamp,
  CalendarDate,
  LanguageTag: LanguageTag('BCP 47 language tag'),
  ReleaseId: Id('rel'),
  TrackId: Id('trk'),
  UploadId: Id('upl'),
  DeliveryId: Id('dlv'),
  ReportId: Id('rpt'),
  WebhookId: Id('whk'),
  KeyId: Id('key'),
  ReleaseStatus: OneOf(releaseStatuses, { description: 'Status of a release' }),
  DeliveryStatus: OneOf(deliveryStatuses, { description: 'Status of a release at an outlet' }),
  ...releaseParts(ClosedObject),
  Contributor: WrittenContributor,
  PartyId: Id('pty'),
  ReportFieldTexts,
  TableFieldTexts,
  DefaultLine: defaultLine(ClosedObject, 'Owner of a copyright notice, and its year'),
  AnsweredDefaultContributor: writtenContributor(OpenObject),
  AnsweredDefaultLine: defaultLine(OpenObject, 'Owner of a copyright notice, and its year'),
  ...answeredParts,
}
