import { Spindle } from '@spindle/client'
import type { Overrides } from '../../../server/src/overrides.ts'
import { createTestAccount } from '../../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { makeFolder, type SpindleOptions } from '../harness/spindle-home.ts'

/** A hub for the tests of one file, with an account, and a user of the command. */
export interface DeliveryHub {
  readonly hub: TestHub
  readonly settings: SpindleOptions & { readonly key: string }
  readonly client: Spindle
  /** What the account holds, to see that nothing was added. */
  counts(): Promise<{ readonly releases: number; readonly uploads: number }>
}

export const integrationToken = 'a-token-of-the-property-long-enough-for-a-hub'

export async function startDeliveryHub(
  environment: Readonly<Record<string, string>> = {},
  overrides: Overrides = {},
): Promise<DeliveryHub> {
  const hub = await startTestHub({
    environment: { SPINDLE_INTEGRATION_TOKENS: `player=${integrationToken}`, ...environment },
    overrides,
  })
  const account = await createTestAccount(hub)
  const key = await account.key()
  const home = makeFolder()
  const client = new Spindle({ baseUrl: hub.url, apiKey: key })
  return {
    hub,
    client,
    settings: { hub, key, home },
    async counts() {
      const [releases, uploads] = await Promise.all([
        client.releases.list({ limit: 1, count: true }).page(),
        client.uploads.list({ limit: 1, count: true }).page(),
      ])
      return { releases: releases.page.total ?? -1, uploads: uploads.page.total ?? -1 }
    },
  }
}
