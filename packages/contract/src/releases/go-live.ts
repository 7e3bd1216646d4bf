import type { Static } from 'typebox'
import { Nullable, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { availableAt } from './available-at.ts'
import type { ReleaseDocument } from './release-model.ts'

/** When a release goes live: the instant by which the hub counts, and the local time from which it follows. */
export const GoLive = Type.Object({
  at: {
    ...Timestamp,
    description: 'The instant: `localTime` in `timeZone`, or in UTC without one. Once past, it is live on arrival',
  },
  localTime: Type.String({
    maxLength: 16,
    examples: ['2026-12-04T18:00'],
    description: '`releaseDate` and `releaseTime` of the release',
  }),
  timeZone: Nullable(
    Type.String({
      maxLength: 64,
      description: 'IANA time zone of `localTime`; null: stores start at this local time in each territory',
    }),
  ),
})
export type GoLive = Static<typeof GoLive>

type Dated = Pick<ReleaseDocument, 'releaseDate' | 'releaseTime' | 'timeZone'>

/**
 * When a release with these dates goes live; null without a date. A frozen revision passes the instant stored with it,
 * which is the one that the hub acts on.
 */
export function goLiveOf(release: Dated, at: Date | null | undefined = availableAt(release)): GoLive | null {
  const { releaseDate, releaseTime = '00:00', timeZone = null } = release
  if (!at || releaseDate === undefined) return null
  return { at: at.toISOString(), localTime: `${releaseDate}T${releaseTime}`, timeZone }
}
