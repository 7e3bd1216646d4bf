import type { NoticePace } from '@spindle/contract/console'

/** The texts of the choices of notices, loaded with the page You. Another language is another object of this type. */

const en = {
  title: 'Notices by email',
  lead: (account: string, hour: string) =>
    `What the hub tells you about ${account}. Daily notices arrive together in one message, after ${hour} UTC.`,
  notMailed: 'You get none at present: this hub sends no email, or your email address is not confirmed.',
  topics: {
    reviews: 'Outcomes of reviews',
    stores: 'Refusals by stores and failed deliveries',
    releases: 'Releases that are live or taken down',
    files: 'Reports, exports, tables and jobs',
  },
  operator: { waiting: 'Releases that wait for review, as an operator' },
  paces: { at_once: 'At once', daily: 'Once a day', never: 'Never' } satisfies Readonly<Record<NoticePace, string>>,
  saved: 'Saved.',
}

/** Of the language of this build. */
export const noticeWords = en
