import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { DeliveryAccess, OutletRecords } from '../../outlets/index.ts'
import type { ConvertCover } from '../convert-cover.ts'
import type { ErnParty } from '../ern/ern-model.ts'
import { writesInPlace } from '../outlet-settings.ts'
import { type Mailbox, openMailbox } from '../packages/mailbox.ts'
import { explainFailure, OperatorNeeded } from '../transports/failures.ts'
import { inPlace, nameSteps } from '../transports/name-steps.ts'
import { openTransport, type StoreKind } from '../transports/open-transport.ts'
import type { Transport } from '../transports/transport.ts'
import { describeUnread } from './unread-acknowledgements.ts'

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
  /** Logs, once until it works again, that acknowledgements cannot be read. Pauses the outlet if the operator is needed. */
  noteUnread(failure: unknown): Promise<void>
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
  const unread = new Set<string>()
  const pause = async (outletId: string, { message: reason }: OperatorNeeded): Promise<void> => {
    await outlets.pause(outletId, true, reason)
    log.warn('outlets.paused', { outletId, reason })
  }
  const noteUnread = async (outletId: string, failure: unknown): Promise<void> => {
    if (failure instanceof OperatorNeeded) return pause(outletId, failure)
    if (failure === undefined) unread.delete(outletId)
    else if (!unread.has(outletId))
      log.warn('outlets.acknowledgements_unreadable', { outletId, ...describeUnread(outletId, failure) })
    if (failure !== undefined) unread.add(outletId)
  }
  return async ({ outletId, access: { settings, signal } }, work) => {
    const known = await outlets.openSecret(outletId)
    if (known?.isPaused) throw explainFailure(new OperatorNeeded('the outlet is paused'))
    const transport = nameSteps(openTransport(kind, { settings, secret: known?.secret, signal }))
    const store = {
      ...options,
      mailbox: mailboxOf(outletId),
      noteUnread: (error: unknown) => noteUnread(outletId, error),
    }
    try {
      return await work({ ...store, transport: writesInPlace(settings) ? inPlace(transport) : transport })
    } catch (error) {
      if (error instanceof OperatorNeeded) await pause(outletId, error)
      throw explainFailure(error)
    } finally {
      await transport.close()
    }
  }
}
