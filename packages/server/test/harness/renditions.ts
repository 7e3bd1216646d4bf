import type { PlayableRelease } from '@spindle/contract'
import { eventually } from './eventually.ts'
import type { TestHub } from './hub.ts'
import { tokenOfSiteA } from './shared-property-hub.ts'

/** The release as site-a gets it, once its first track can be played as MP3. */
export const untilCompressed = (hub: TestHub, releaseId: string): Promise<PlayableRelease> =>
  eventually(
    async () => {
      const { body } = await hub.json('GET', `/api/integration/releases/${releaseId}`, { bearer: tokenOfSiteA })
      return (body as PlayableRelease).tracks[0]?.renditions[0] ? (body as PlayableRelease) : undefined
    },
    { what: `the MP3 of ${releaseId}`, timeoutMs: 60_000 },
  )
