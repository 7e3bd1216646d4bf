import { readFileSync } from 'node:fs'

const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** The version of the hub, from its package.json. */
export const hubVersion: string = (manifest as { readonly version: string }).version
