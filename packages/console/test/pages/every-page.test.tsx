import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Which tests read which page: a new page is not in any list yet. */

const root = resolve(import.meta.dirname, '../..')

/** By folder of `src/pages`, the tests that read its pages. */
const tests: Readonly<Record<string, readonly string[]>> = {
  activity: ['activity'],
  analytics: ['analytics'],
  artists: ['artists', 'artist-names'],
  authorize: ['authorize'],
  catalog: ['catalog'],
  connections: ['connections'],
  defaults: ['defaults'],
  deliver: ['deliver'],
  exports: ['exports'],
  home: ['home'],
  imports: ['imports'],
  invitation: ['invitation'],
  jobs: ['jobs'],
  keys: ['keys'],
  'operator/accounts': ['operator-people'],
  'operator/inbox': ['operator-inbox'],
  'operator/outlets': ['operator-outlets', 'operator-outlet-setup'],
  'operator/people': ['operator-people'],
  'operator/reviews': ['operator-reviews'],
  'operator/system': ['operator-inbox'],
  labels: ['labels'],
  recordings: ['recordings'],
  release: ['release', 'release-outlets', 'release-revisions', 'player'],
  reports: ['reports'],
  setup: ['setup'],
  stores: ['stores'],
  'sign-in': ['sign-in'],
  team: ['team'],
  transfers: ['transfers'],
  trash: ['trash'],
  webhooks: ['webhooks', 'webhook-log'],
  you: ['you'],
}

/** Routes by the part of an address that tests open them with; the others are reached by following a link. */
const addresses: Readonly<Record<string, string>> = {
  start: "'/'",
  setup: '/setup',
  signIn: '/sign-in',
  outsideReturn: '/sign-in/outside',
  invitation: '/invitation',
  authorize: '/authorize/',
  operator: "openOperator('',",
  reviews: '/reviews',
  review: '/reviews/$',
  inbox: '/inbox',
  properties: '/properties',
  outlets: "openOperator('/stores'",
  newOutlet: '/stores/new',
  outlet: '/stores/far/settings',
  accounts: '/accounts',
  people: '/people',
  system: '/system',
  home: "hub, ''",
  catalog: '/catalog',
  recordings: "'/recordings'",
  recording: '/recordings/ZZ',
  imports: "'/imports'",
  import: '/imports/tbi_',
  transfers: "'/transfers'",
  newTransfer: '/transfers/new',
  transfer: '/transfers/trf_',
  jobs: "'/jobs'",
  job: '/jobs/blk_',
  artists: '/artists',
  newArtist: '/artists/new',
  artist: '/artists/pty_',
  labels: '/labels',
  newLabel: '/labels/new',
  label: '/labels/lbl_',
  stores: "'/stores'",
  trash: '/trash',
  analytics: '/analytics',
  reports: '/reports',
  newReport: '/reports/new',
  report: '/reports/rpt_',
  keys: '/keys',
  connections: '/connections',
  webhooks: '/webhooks',
  webhook: '/webhooks/whk_',
  exports: '/exports',
  defaults: '/defaults',
  team: '/team',
  activity: '/activity',
  you: '/you',
  release: '/releases/rel_',
  deliver: '/deliver',
  deliverStep: '3 Tracks',
  edit: '/edit/',
  editStep: '/edit/tracks',
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const pageFiles = readdirSync(join(root, 'src/pages'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  /-pages?\.tsx$/.test(path),
)
const foldersOf = (paths: readonly string[]): string[] => [
  ...new Set(paths.map((path) => path.replace(/\/[^/]+$/, ''))),
]
const testFiles = readdirSync(join(root, 'test/pages')).filter((name) => name.endsWith('.test.tsx'))
const allTests = testFiles.filter((name) => name !== 'every-page.test.tsx').map((name) => read(`test/pages/${name}`))
const harness = ['open-delivery.ts', 'open-release.ts', 'open-webhook.ts', 'operator-hub.ts'].map((name) =>
  read(`test/harness/${name}`),
)

describe('every page of the console', () => {
  it('has tests that read it without a browser', () => {
    expect(foldersOf(pageFiles).sort(), 'A new page belongs in `tests`').toEqual(Object.keys(tests).sort())
    const named = Object.values(tests).flat()
    expect(named.filter((name) => !testFiles.includes(`${name}.test.tsx`))).toEqual([])
  })

  it('has an address that some test opens', () => {
    const names = [...read('src/routes.ts').matchAll(/^ {2}(\w+): '\//gm)].map(([, name]) => name ?? '')
    expect(names.length).toBeGreaterThan(30)
    expect(names.sort(), 'A new route belongs in `addresses`').toEqual(Object.keys(addresses).sort())
    const opened = [...allTests, ...harness].join('\n')
    expect(Object.entries(addresses).filter(([, address]) => !opened.includes(address))).toEqual([])
  })

  it('that the areas show is one of these', () => {
    const areas = ['app', 'account-area', 'move-in-area', 'operator-area']
      .map((area) => read(`src/${area}.tsx`))
      .join('\n')
    const shown = [...areas.matchAll(/'\.\/pages\/([\w/-]+)\/[\w-]+\.tsx'/g)].map(([, folder]) => folder ?? '')
    expect(shown.length).toBeGreaterThan(20)
    expect([...new Set(shown)].filter((folder) => !(folder in tests))).toEqual([])
  })
})
