/** The pages of a hub that have a name. */
export const hubPages = {
  home: '/',
  docs: '/docs',
  contact: '/contact',
  auth: '/auth.md',
  openapi: '/openapi.json',
  llms: '/llms.txt',
} as const satisfies Readonly<Record<string, string>>
