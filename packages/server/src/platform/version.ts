import { readFileSync } from 'node:fs'

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Of the hub, as its package says. */
export const hubVersion: string = (manifest as { readonly version: string }).version
