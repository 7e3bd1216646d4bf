import { defineRule, type Hit } from '../../define-rule.ts'
import { type ReleaseForRules, type ReleaseRule, tracksOf, writtenDeals } from '../release-view.ts'
import { daysBetween, isRealDateOrInstant, periodEndMs, periodStartMs } from './calendar.ts'

/** Dates: real, in their order, and with enough time for outlets. */

const shortLeadDays = 7

interface Dated {
  readonly pointer: string
  readonly text: string
}

const datesIn = (view: ReleaseForRules): readonly Dated[] => {
  const { release } = view
  const dated = (pointer: string, text: string | undefined) => (text === undefined ? [] : [{ pointer, text }])
  return [
    ...dated('/releaseDate', release.releaseDate),
    ...dated('/originalReleaseDate', release.originalReleaseDate),
    ...dated('/preorderDate', release.preorderDate),
    ...writtenDeals(view).flatMap(({ value: { startsAt, endsAt }, pointer }) => [
      ...dated(`${pointer}/startsAt`, startsAt),
      ...dated(`${pointer}/endsAt`, endsAt),
    ]),
    ...tracksOf(view).flatMap(({ value: { firstPublicationDate }, pointer }) =>
      dated(`${pointer}/firstPublicationDate`, firstPublicationDate),
    ),
  ]
}

interface Year {
  readonly pointer: string
  readonly year: number | undefined
}

const yearsIn = (view: ReleaseForRules): readonly Year[] => [
  { pointer: '/pLine/year', year: view.release.pLine?.year },
  { pointer: '/cLine/year', year: view.release.cLine?.year },
  ...tracksOf(view).flatMap(({ value, pointer }) => [
    { pointer: `${pointer}/pLine/year`, year: value.pLine?.year },
    { pointer: `${pointer}/recordingYear`, year: value.recordingYear },
  ]),
]

/** Days until the release date, while nothing was delivered; afterwards the date is history. */
const daysAhead = ({ release, context }: ReleaseForRules): number =>
  release.releaseDate === undefined || context.delivered ? Number.NaN : daysBetween(context.today, release.releaseDate)

const order = (pointer: string, wrong: boolean, message: string): readonly Hit[] =>
  wrong ? [{ pointer, message }] : []

/** Findings about dates that are not real, contradict each other or are too near. */
export const dateRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'date_invalid',
    severity: 'error',
    appliesTo: 'release',
    title: 'Dates must exist',
    fix: 'Enter a valid date in the form YYYY-MM-DD.',
    source: 'ISO 8601; DDEX ErncFileStatus CommercialReleaseDateInvalid',
    check: (view) =>
      datesIn(view)
        .filter(({ text }) => !isRealDateOrInstant(text))
        .map(({ pointer, text }) => ({ pointer, message: `${text} is not a valid date.` })),
  }),
  defineRule({
    id: 'original_date_after_release',
    severity: 'error',
    appliesTo: 'release',
    title: 'The original release date must not be after the release date',
    fix: 'Enter the date of the first publication anywhere.',
    source: 'DDEX ErncFileStatus OriginalReleaseDateLaterThanReleaseDate',
    check: ({ release: { originalReleaseDate = '', releaseDate = '' } }) =>
      order(
        '/originalReleaseDate',
        daysBetween(releaseDate, originalReleaseDate) > 0,
        `The original release date ${originalReleaseDate} is after the release date ${releaseDate}.`,
      ),
  }),
  defineRule({
    id: 'preorder_not_before_release',
    severity: 'error',
    appliesTo: 'release',
    title: 'Pre-orders must start before the release date',
    fix: 'Choose a date before the release date, or remove the pre-order date.',
    source: 'DDEX ERN 4.3 IsPreOrderDeal',
    check: ({ release: { preorderDate = '', releaseDate = '' } }) =>
      order(
        '/preorderDate',
        daysBetween(releaseDate, preorderDate) >= 0,
        `Pre-orders start on ${preorderDate}, which is not before the release date ${releaseDate}.`,
      ),
  }),
  defineRule({
    id: 'short_lead',
    severity: 'warning',
    appliesTo: 'release',
    title: 'The release date should be at least seven days ahead',
    fix: 'Choose a later date if every outlet must have the release on time.',
    source: 'Delivery guides of stores: seven days of lead time',
    check: (view) => {
      const days = daysAhead(view)
      const left = days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`
      return order(
        '/releaseDate',
        days >= 0 && days < shortLeadDays,
        `The release date is ${left}. Outlets ask for ${shortLeadDays} days.`,
      )
    },
  }),
  defineRule({
    id: 'release_date_past',
    severity: 'warning',
    appliesTo: 'release',
    title: 'The release date of a first delivery should not be in the past',
    fix: 'Choose a date in the future. Enter the past date as the original release date.',
    source: 'DDEX ERN 4.3 ReleaseDate and OriginalReleaseDate',
    check: (view) =>
      order('/releaseDate', daysAhead(view) < 0, `The release date ${view.release.releaseDate} is in the past.`),
  }),
  defineRule({
    id: 'year_in_future',
    severity: 'error',
    appliesTo: 'release',
    title: 'Years of ℗ and © lines and of recordings must not be in the future',
    fix: 'Enter the year of first publication, or the year the recording was made.',
    source: 'DDEX ERN 4.3 PLine/Year and CLine/Year',
    check: (view) => {
      const latest = Number(view.context.today.slice(0, 4)) + 1
      return yearsIn(view).flatMap(({ pointer, year = 0 }) =>
        year > latest ? [{ pointer, message: `The year ${year} is after ${latest}.` }] : [],
      )
    },
  }),
  defineRule({
    id: 'deal_ends_before_start',
    severity: 'error',
    appliesTo: 'release',
    title: 'A deal must end after it starts',
    fix: 'Enter a later end date, or remove it.',
    source: 'DDEX ERN 4.3 ValidityPeriod',
    check: (view) =>
      writtenDeals(view).flatMap(({ value: { startsAt, endsAt }, pointer }) =>
        order(
          `${pointer}/endsAt`,
          periodEndMs(endsAt) <= periodStartMs(startsAt),
          `The deal ends on ${endsAt}, before its start on ${startsAt}.`,
        ),
      ),
  }),
  defineRule({
    id: 'published_after_release',
    severity: 'error',
    appliesTo: 'track',
    title: 'The first publication of a recording must not be after the release date',
    fix: 'Enter the date the recording was first published anywhere, or remove it.',
    source: 'DDEX ERN 4.3.2 FirstPublicationDate',
    check: (view) =>
      tracksOf(view).flatMap(({ value: { firstPublicationDate = '' }, pointer }) =>
        order(
          `${pointer}/firstPublicationDate`,
          daysBetween(view.release.releaseDate ?? '', firstPublicationDate) > 0,
          `The first publication date ${firstPublicationDate} is after the release date ${view.release.releaseDate}.`,
        ),
      ),
  }),
]
