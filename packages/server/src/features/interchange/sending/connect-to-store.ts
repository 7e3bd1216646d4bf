import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { DeliveryAccess, OutletRecords } from '../../outlets/index.ts'
import type { ConvertCover } from '../convert-cover.ts'
import type { ErnParty } from '../ern/ern-model.ts'
import { type Mailbox, openMailbox } from '../packages/mailbox.ts'
import { explainFailure, OperatorNeeded } from '../transports/failures.ts'
import { openTransport, type StoreKind } from '../transports/open-transport.ts'
import type { Transport } from '../transports/transport.ts'

export interface StoreOutletOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly sender: ErnParty | undefined
  readonly convertCover: ConvertCover
  readonly outlets: Pick<OutletRecords, 'takeBatch' | 'openSecret' | 'pause'>
}

/** A connected store, and the acknowledgements that were read there before. */
export interface ConnectedStore extends StoreOutletOptions {
  readonly transport: Transport
  readonly mailbox: Mailbox
}

export interface StoreToConnect {
  readonly outletId: string
  readonly access: Pick<DeliveryAccess, 'settings' | 'signal'>
}

export type ConnectToStore = <T>(store: StoreToConnect, work: (store: ConnectedStore) => Promise<T>) => Promise<T>

/**
 * Runs `work` with a connection to the store. Pauses an outlet that only the operator can repair. Throws OutletFailure.
 * Acknowledgements that were read are kept from one connection to the next.
 */
export function storeConnector(options: StoreOutletOptions, kind: StoreKind): ConnectToStore {
  const { outlets, log } = options
  const mailboxes = new Map<string, Mailbox>()
  const mailboxOf = (outletId: string): Mailbox => {
    const mailbox = mailboxes.get(outletId) ?? openMailbox()
    mailboxes.set(outletId, mailbox)
    return mailbox
  }
  return async ({ outletId, access: { settings, signal } }, work) => {
    const known = await outlets.openSecret(outletId)
    if (known?.isPaused) throw explainFailure(new OperatorNeeded('the outlet is paused'))
    const transport = openTransport(kind, { settings, secret: known?.secret, signal })
    try {
      return await work({ ...options, transport, mailbox: mailboxOf(outletId) })
    } catch (error) {
      if (error instanceof OperatorNeeded) {
        await outlets.pause(outletId, true, error.message)
        log.warn('outlets.paused', { outletId, reason: error.message })
      }
      throw explainFailure(error)
    } finally {
      await transport.close()
    }
  }
}
