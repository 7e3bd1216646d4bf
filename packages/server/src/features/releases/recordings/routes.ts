import { getRecording, listRecordings } from '@spindle/contract'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import { readRecording, readRecordings } from './read-recordings.ts'

/** The recordings of an account. */
export function bindRecordings(http: Http): void {
  route(http, listRecordings, async ({ tenant, query, page }) => ({ page: await readRecordings(tenant, query, page) }))
  route(http, getRecording, async ({ tenant, params }) => ({ body: await readRecording(tenant, params.isrc) }))
}
