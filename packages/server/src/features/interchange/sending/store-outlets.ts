import type { OutletAdapter } from '../../outlets/index.ts'
import { readLaterAnswers } from '../messages/later-answers.ts'
import { settingsOf } from '../outlet-settings.ts'
import { isForbidden } from '../transports/failures.ts'
import { type StoreKind, storeKinds } from '../transports/open-transport.ts'
import { type StoreOutletOptions, storeConnector } from './connect-to-store.ts'
import { deliverRelease } from './deliver-release.ts'
import { storeChannel } from './message-channel.ts'
import { storeAdapter } from './store-adapter.ts'
import { takeDownRelease } from './take-down-release.ts'

/**
 * Stores that take packages from a folder, local or remote. Each round of a delivery is one message, made once and kept
 * as sent: whatever happens in between, a retry completes the same package.
 */

/** One adapter for each transport. */
export const storeOutlets = (options: StoreOutletOptions): OutletAdapter[] =>
  storeKinds.map((kind) => storeOutlet(options, kind))

function storeOutlet(options: StoreOutletOptions, kind: StoreKind): OutletAdapter {
  const connect = storeConnector(options, kind)
  return storeAdapter({
    kind,
    deliver: (message, access) =>
      connect({ outletId: message.outletId, access }, (store) =>
        deliverRelease(storeChannel(store, settingsOf(access)), message, access),
      ),
    takedown: (message, access) =>
      connect({ outletId: message.outletId, access }, (store) =>
        takeDownRelease(storeChannel(store, settingsOf(access)), message, access),
      ),
    readLaterAnswers: async (outletId, access) =>
      settingsOf(access).acknowledges
        ? connect({ outletId, access }, (store) =>
            readLaterAnswers(store, outletId).catch(async (error: unknown) => {
              if (!isForbidden(error)) throw error
              await store.noteUnread(error)
              return []
            }),
          )
        : [],
  })
}
