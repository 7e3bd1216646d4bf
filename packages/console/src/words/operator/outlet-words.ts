import type { OutletItem } from '@spindle/contract/console'
import { count, figure } from '../english.ts'

/** The texts of the operator's page about stores. Another language is another object of this type. */

const en = {
  title: 'Stores',
  lead: 'Where the hub delivers.',
  columns: {
    store: 'Store',
    state: 'State',
    waiting: 'Waiting',
    last: 'Last progress',
    unanswered: 'Unanswered',
    actions: 'Actions',
  },
  states: { active: 'Active', paused: 'Paused', failing: 'Failing' } satisfies Readonly<
    Record<OutletItem['state'], string>
  >,
  ern: (version: string) => `ERN ${version}`,
  nothing: 'none',
  test: 'Test',
  testOf: (store: string) => `Test ${store}`,
  pause: 'Pause…',
  pauseOf: (store: string) => `Pause ${store}`,
  pauseTitle: (store: string) => `Pause ${store}?`,
  pauseText:
    'The hub sends nothing to it until you resume it. Deliveries and takedowns wait. Labels see that it is paused.',
  pauseAction: 'Pause',
  resume: 'Resume',
  resumeOf: (store: string) => `Resume ${store}`,
  resumed: (store: string) => `${store} is resumed. Waiting deliveries continue within two minutes.`,
  failures: 'Failures by cause',
  noFailures: 'No delivery has failed.',
  deliveries: (deliveries: number) => count(deliveries, 'delivery', 'deliveries'),
  waiting: (waiting: number) => `the hub tries ${figure(waiting)} again by itself`,
  retry: 'Retry all…',
  retryOf: (store: string, code: string) => `Retry all at ${store}: ${code}`,
  retryTitle: (deliveries: number, store: string) =>
    `Retry ${count(deliveries, 'delivery', 'deliveries')} to ${store}?`,
  retryText:
    'The hub sends the last submitted revision of each release again. If the cause is not fixed, the store will refuse it again. Releases that an operator took down are left out.',
  retryAction: 'Retry all',
  retried: (deliveries: number, store: string) =>
    `${count(deliveries, 'delivery', 'deliveries')} to ${store} will be tried again.`,
  testTitle: (store: string) => `Test of ${store}`,
  testText: 'The hub connects, and writes, renames, reads and removes a file of its own. This takes up to a minute.',
  testing: 'Testing…',
  testFine: 'The test passed.',
  testFailed: 'The test failed.',
  fine: 'OK',
  failed: 'failed',
  again: 'Test again',
  close: 'Close',
  emptyTitle: 'No stores yet',
  empty: 'Add the first one, or set a token for a website.',
}

/** Of the language of this build. */
export const outletWords = en
