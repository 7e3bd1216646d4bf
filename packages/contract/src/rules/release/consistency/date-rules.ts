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
    title: 'Dates exist in the calendar',
    fix: 'Write a date that exists as YYYY-MM-DD.',
    source: 'ISO 8601; DDEX ErncFileStatus CommercialReleaseDateInvalid',
    check: (view) =>
      datesIn(view)
        .filter(({ text }) => !isRealDateOrInstant(text))
        .map(({ pointer, text }) => ({ pointer, message: `${text} does not exist.` })),
  }),
  defineRule({
    id: 'original_date_after_release',
    severity: 'error',
    appliesTo: 'release',
    title: 'The original release date is not after the release date',
    fix: 'Give the day it first came out anywhere.',
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
    title: 'Pre-orders begin before the release date',
    fix: 'Choose a day before the release date, or none.',
    source: 'DDEX ERN 4.3 IsPreOrderDeal',
    check: ({ release: { preorderDate = '', releaseDate = '' } }) =>
      order(
        '/preorderDate',
        daysBetween(releaseDate, preorderDate) >= 0,
        `Pre-orders begin on ${preorderDate}, which is not before the release date ${releaseDate}.`,
      ),
  }),
  defineRule({
    id: 'short_lead',
    severity: 'warning',
    appliesTo: 'release',
    title: 'The release date is at least seven days ahead',
    fix: 'Choose a later day where it matters that every outlet has it in time.',
    source: 'Delivery guides of stores: seven days of lead time',
    check: (view) => {
      const days = daysAhead(view)
      const left = days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`
      return order(
        '/releaseDate',
        days >= 0 && days < shortLeadDays,
        `The release date is ${left}; outlets ask for ${shortLeadDays} days.`,
      )
    },
  }),
  defineRule({
    id: 'release_date_past',
    severity: 'warning',
    appliesTo: 'release',
    title: 'The release date of a first delivery is not in the past',
    fix: 'Choose a coming day, and give the past one as the day it first came out.',
    source: 'DDEX ERN 4.3 ReleaseDate and OriginalReleaseDate',
    check: (view) =>
      order('/releaseDate', daysAhead(view) < 0, `The release date ${view.release.releaseDate} is in the past.`),
  }),
  defineRule({
    id: 'year_in_future',
    severity: 'error',
    appliesTo: 'release',
    title: 'Years of lines and recordings are not in the future',
    fix: 'Give the year of first publication; for a recording, the year it was made.',
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
    title: 'A deal ends after it starts',
    fix: 'Give the last day of the deal, or none.',
    source: 'DDEX ERN 4.3 ValidityPeriod',
    check: (view) =>
      writtenDeals(view).flatMap(({ value: { startsAt, endsAt }, pointer }) =>
        order(
          `${pointer}/endsAt`,
          periodEndMs(endsAt) <= periodStartMs(startsAt),
          `The deal ends on ${endsAt}, before it starts on ${startsAt}.`,
        ),
      ),
  }),
  defineRule({
    id: 'published_after_release',
    severity: 'error',
    appliesTo: 'track',
    title: 'A recording came out first on the release date at the latest',
    fix: 'Give the day the recording first came out anywhere, or leave it out.',
    source: 'DDEX ERN 4.3.2 FirstPublicationDate',
    check: (view) =>
      tracksOf(view).flatMap(({ value: { firstPublicationDate = '' }, pointer }) =>
        order(
          `${pointer}/firstPublicationDate`,
          daysBetween(view.release.releaseDate ?? '', firstPublicationDate) > 0,
          `It first came out on ${firstPublicationDate}, after the release date ${view.release.releaseDate}.`,
        ),
      ),
  }),
]
