import type { Static } from 'typebox'
import type * as requests from '../definition/request-types.ts'
import { ClosedObject } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { writtenContributor } from './contributors.ts'
import { releaseMembers, trackMembers } from './release-members.ts'
import { copyrightLine, type ObjectMaker, OpenObject } from './release-parts.ts'

/**
 * What releases of an account or of a label have in common: a part of the release document. Titles, codes, dates and files
 * belong to one release and are not part of it.
 */

/** The largest size of defaults as JSON, in bytes. */
export const maxDefaultsBytes = 16_384

/** `pLine` and `cLine` of defaults. Without a year, the line takes the year of the release that it fills. */
export const defaultLine = (object: ObjectMaker, description: string) => {
  const { year, text } = copyrightLine(object, description).properties
  const given = { ...year, description: 'Year of the notice; default: by the dates of the release' }
  return object({ text, year: Type.Optional(given) }, { description })
}

const pLine = (object: ObjectMaker) =>
  Type.Optional(
    defaultLine(
      object,
      'Owner of the recordings (℗). Default of the year: of the original release date, or else of the release date',
    ),
  )
const cLine = (object: ObjectMaker) =>
  Type.Optional(
    defaultLine(
      object,
      'Owner of the artwork and texts (©). Default of the year: of the release date, or else of the original release date',
    ),
  )

const contributors = (object: ObjectMaker) =>
  Type.Optional(
    Type.Array(writtenContributor(object), {
      maxItems: 200,
      description: 'The artists and other contributors with their roles; ERN DisplayArtist and Contributor',
    }),
  )

const trackDefaults = (object: ObjectMaker) => {
  const members = trackMembers(object)
  return object(
    {
      contributors: contributors(object),
      explicit: members.explicit,
      language: members.language,
      instrumental: members.instrumental,
      composition: members.composition,
      containsSamples: members.containsSamples,
      pLine: pLine(object),
      recordingCountry: members.recordingCountry,
      rightsController: members.rightsController,
      genre: members.genre,
      moods: members.moods,
      aiUsage: members.aiUsage,
      territories: members.territories,
      restrictions: members.restrictions,
      availability: members.availability,
      priceTier: members.priceTier,
    },
    {
      description: 'For every track without its own value. Values of the release that tracks take over have precedence',
    },
  )
}

const ofReleases = <T extends ReturnType<typeof trackDefaults>>(object: ObjectMaker, tracks: T) => {
  const members = releaseMembers(object)
  return {
    contributors: contributors(object),
    isCompilation: members.isCompilation,
    labelPartyIds: members.labelPartyIds,
    pLine: pLine(object),
    cLine: cLine(object),
    genre: members.genre,
    subgenre: members.subgenre,
    language: members.language,
    explicit: members.explicit,
    keywords: members.keywords,
    territories: members.territories,
    rightsController: members.rightsController,
    outlets: members.outlets,
    aiUsage: members.aiUsage,
    metadata: members.metadata,
    trackDefaults: Type.Optional(tracks),
  }
}

const { label } = releaseMembers(ClosedObject)
const description =
  'What releases have in common: members of the release document, and `trackDefaults` for their tracks'

/** What tracks have in common. */
export const TrackDefaults = trackDefaults(ClosedObject)

/** Defaults of a label. */
export const LabelDefaults = ClosedObject(ofReleases(ClosedObject, TrackDefaults), { description })
export type LabelDefaults = requests.LabelDefaults

/** Defaults of an account. */
export const ReleaseDefaults = ClosedObject({ label, ...LabelDefaults.properties }, { description })
export type ReleaseDefaults = requests.ReleaseDefaults

/** The tracks in defaults as answered. */
export const AnsweredTrackDefaults = trackDefaults(OpenObject)

/** Defaults as answered; those of a label have no `label`. */
export const AnsweredDefaults = OpenObject({ label, ...ofReleases(OpenObject, AnsweredTrackDefaults) }, { description })
export type AnsweredDefaults = Static<typeof AnsweredDefaults>
