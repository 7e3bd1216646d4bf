/** Addresses of the console, relative to its root. Each part of an address that is not text is a parameter. */

export const routes = {
  start: '/',
  setup: '/setup',
  signIn: '/sign-in',
  outsideReturn: '/sign-in/outside',
  invitation: '/invitation',
  authorize: '/authorize/:uid',
  operator: '/operator',
  reviews: '/operator/reviews',
  review: '/operator/reviews/:releaseId',
  inbox: '/operator/inbox',
  properties: '/operator/properties',
  outlets: '/operator/stores',
  newOutlet: '/operator/stores/new',
  outlet: '/operator/stores/:outletId/settings',
  accounts: '/operator/accounts',
  people: '/operator/people',
  system: '/operator/system',
  home: '/a/:accountId',
  catalog: '/a/:accountId/catalog',
  recordings: '/a/:accountId/recordings',
  recording: '/a/:accountId/recordings/:isrc',
  jobs: '/a/:accountId/jobs',
  job: '/a/:accountId/jobs/:bulkId',
  imports: '/a/:accountId/imports',
  import: '/a/:accountId/imports/:tableImportId',
  transfers: '/a/:accountId/transfers',
  newTransfer: '/a/:accountId/transfers/new',
  transfer: '/a/:accountId/transfers/:transferId',
  artists: '/a/:accountId/artists',
  newArtist: '/a/:accountId/artists/new',
  artist: '/a/:accountId/artists/:partyId',
  labels: '/a/:accountId/labels',
  newLabel: '/a/:accountId/labels/new',
  label: '/a/:accountId/labels/:labelId',
  stores: '/a/:accountId/stores',
  trash: '/a/:accountId/trash',
  analytics: '/a/:accountId/analytics',
  reports: '/a/:accountId/reports',
  newReport: '/a/:accountId/reports/new',
  report: '/a/:accountId/reports/:reportId',
  keys: '/a/:accountId/keys',
  connections: '/a/:accountId/connections',
  webhooks: '/a/:accountId/webhooks',
  webhook: '/a/:accountId/webhooks/:webhookId',
  exports: '/a/:accountId/exports',
  defaults: '/a/:accountId/defaults',
  team: '/a/:accountId/team',
  activity: '/a/:accountId/activity',
  you: '/a/:accountId/you',
  release: '/a/:accountId/releases/:releaseId',
  deliver: '/a/:accountId/deliver',
  deliverStep: '/a/:accountId/deliver/:step',
  edit: '/a/:accountId/releases/:releaseId/edit',
  editStep: '/a/:accountId/releases/:releaseId/edit/:step',
} as const

export type RouteName = keyof typeof routes

/** The pages of the settings of a label, the first one first. */
export const settingsRoutes = [
  'keys',
  'webhooks',
  'connections',
  'exports',
  'defaults',
] as const satisfies readonly RouteName[]

/** The address of a page with its parameters filled in. */
export const pathOf = (name: RouteName, params: Readonly<Record<string, string>> = {}): string =>
  routes[name].replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))

/** Where to continue after signing in: the requested page, or the start page if that is not a page of the console. */
export const pageOfNext = (next: string): string => (/^\/(?!\/)/.test(next) ? next : routes.start)
