import type { Spindle } from '@spindle/client'
import type { Emit } from '../deliver-events.ts'
import type { FolderState, HubRecord } from '../state/folder-state.ts'
import type { FolderStateStore } from '../state/folder-state-store.ts'

/** What the steps of one delivery share. */
export interface DeliverSession {
  readonly client: Spindle
  readonly store: FolderStateStore
  /** Hub and profile: what was sent to one means nothing to another. */
  readonly hubKey: string
  readonly emit: Emit
  readonly signal: AbortSignal
}

const nothing: HubRecord = { uploads: {} }

export const findHubRecord = (state: FolderState, hubKey: string): HubRecord => state.hubs[hubKey] ?? nothing

export const currentRecord = ({ store, hubKey }: DeliverSession): HubRecord => findHubRecord(store.current(), hubKey)

/** Durable when it resolves. */
export const changeRecord = (
  { store, hubKey }: DeliverSession,
  edit: (record: HubRecord) => HubRecord,
): Promise<void> =>
  store.change((state) => ({
    ...state,
    hubs: { ...state.hubs, [hubKey]: edit(findHubRecord(state, hubKey)) },
  }))
