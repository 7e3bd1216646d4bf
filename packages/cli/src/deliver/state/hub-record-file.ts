import type { UploadCache } from '@spindle/client'
import type { FolderState, HubRecord } from './folder-state.ts'
import type { FolderStateFile } from './folder-state-file.ts'

/** The part of a folder's state that belongs to one hub and one profile. */

/** Reads and changes the record of one hub; the records of other hubs stay as they are. */
export interface HubRecordFile {
  current(): HubRecord
  /** Durable when it resolves. */
  change(edit: (record: HubRecord) => HubRecord): Promise<void>
}

const noRecord: HubRecord = { uploads: {} }

/** The record of a hub; an empty one if nothing was sent yet. */
export const getHubRecord = (state: FolderState, hubKey: string): HubRecord => state.hubs[hubKey] ?? noRecord

/** `hubKey` names hub and profile: the record of one is not valid for another. */
export const hubRecordFile = (stateFile: FolderStateFile, hubKey: string): HubRecordFile => ({
  current: () => getHubRecord(stateFile.current(), hubKey),
  change: (edit) =>
    stateFile.change((state) => ({
      ...state,
      hubs: { ...state.hubs, [hubKey]: edit(getHubRecord(state, hubKey)) },
    })),
})

/** Where the client keeps its uploads: in the record, so that the next run continues them. */
export const recordUploadCache = ({ current, change }: HubRecordFile): UploadCache => ({
  get: async (fingerprint) => current().uploads[fingerprint],
  set: (fingerprint, uploadId) =>
    change((record) => ({ ...record, uploads: { ...record.uploads, [fingerprint]: uploadId } })),
  // Kept although it is complete: until the release names it, only this identifies its file.
  delete: async () => {},
})
