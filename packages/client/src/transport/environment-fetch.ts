import type { Fetch } from './transport.ts'

/** The global `fetch`, where no variables name a proxy: browsers and edge runtimes. Node has `node/environment-fetch.ts`. */
export const environmentFetch: Fetch = (input, init) => globalThis.fetch(input, init)
