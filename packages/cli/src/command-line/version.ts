import { readFileSync } from 'node:fs'

/** The version of this package; its manifest is one folder up in the sources and in what is published. */
export const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version
