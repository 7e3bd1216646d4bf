import {
  compareReleaseRevisions,
  getReleaseRevision,
  listReleaseRevisions,
  restoreReleaseRevision,
} from '@spindle/contract'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import { callerOf } from '../caller-of.ts'
import type { ReleaseReader } from '../reading/read-releases.ts'
import type { ReleaseService } from '../service.ts'
import { compareWithEarlier, getRevision, listRevisions } from './read-revisions.ts'

export interface RevisionRoutes {
  readonly service: Pick<ReleaseService, 'restoreRevision'>
  readonly reading: Pick<ReleaseReader, 'get'>
}

export function bindRevisions(http: Http, { service, reading }: RevisionRoutes): void {
  route(http, listReleaseRevisions, async ({ tenant, params, page }) => ({
    page: await listRevisions(tenant, params.releaseId, page),
  }))
  route(http, getReleaseRevision, async ({ tenant, params }) => ({
    body: await getRevision(tenant, params.releaseId, Number(params.revision)),
  }))
  route(http, compareReleaseRevisions, async ({ tenant, params, query }) => ({
    body: await compareWithEarlier(tenant, params.releaseId, { revision: Number(params.revision), from: query.from }),
  }))
  route(http, restoreReleaseRevision, async (input) => {
    const { releaseId, revision } = input.params
    const kept = await service.restoreRevision(callerOf(input), releaseId, Number(revision))
    return { body: { release: (await reading.get(input.trx, releaseId)).body, kept: [...kept] } }
  })
}
