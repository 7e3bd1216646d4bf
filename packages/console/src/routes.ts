/** Addresses of the console, relative to its root. Each part of an address that is not text is a parameter. */

export const routes = {
  start: '/',
  setup: '/setup',
  signIn: '/sign-in',
  invitation: '/invitation',
  home: '/a/:accountId',
  catalog: '/a/:accountId/catalog',
  keys: '/a/:accountId/keys',
  release: '/a/:accountId/releases/:releaseId',
} as const

export type RouteName = keyof typeof routes

/** The address of a page with its parameters filled in. */
export const pathOf = (name: RouteName, params: Readonly<Record<string, string>> = {}): string =>
  routes[name].replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
