import type { Spindle } from '@spindle/client'
import type { Emit } from '../events.ts'
import type { HubRecord, State } from '../state/state.ts'
import type { StateStore } from '../state/state-store.ts'

/** What the steps of one delivery share. */
export interface Session {
  readonly client: Spindle
  readonly store: StateStore
  /** Hub and profile: what was sent to one means nothing to another. */
  readonly hubKey: string
  readonly emit: Emit
  readonly signal: AbortSignal
}

const nothing: HubRecord = { uploads: {} }

export const hubRecordOf = (state: State, hubKey: string): HubRecord => state.hubs[hubKey] ?? nothing

export const recordOf = ({ store, hubKey }: Session): HubRecord => hubRecordOf(store.current(), hubKey)

/** Durable when it resolves. */
export const changeRecord = ({ store, hubKey }: Session, edit: (record: HubRecord) => HubRecord): Promise<void> =>
  store.change((state) => ({
    ...state,
    hubs: { ...state.hubs, [hubKey]: edit(hubRecordOf(state, hubKey)) },
  }))
