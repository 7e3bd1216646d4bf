import type { Spindle } from '@spindle/client'
import type { Emit } from '../deliver-events.ts'
import type { FolderStateFile } from '../state/folder-state-file.ts'
import type { HubRecordFile } from '../state/hub-record-file.ts'

/** What the steps of one delivery share. */
export interface DeliverSession {
  readonly client: Spindle
  readonly stateFile: FolderStateFile
  /** What is saved of this folder at this hub. */
  readonly record: HubRecordFile
  /** Hub and profile: the state of one is not valid for another. */
  readonly hubKey: string
  readonly emit: Emit
  /**
   * Repeats what changes nothing, or counts once by its `Idempotency-Key`, until the hub answers: a delivery outlives a
   * restart of the hub.
   */
  readonly patiently: <T>(work: () => Promise<T>) => Promise<T>
  readonly signal: AbortSignal
}
