import { describe, expect, it } from 'vitest'
import { emptyState, type FolderState } from './folder-state.ts'
import { getHubRecord, hubRecordFile, recordUploadCache } from './hub-record-file.ts'

function memoryState() {
  let state: FolderState = emptyState('/music')
  return {
    folderId: 'f',
    current: () => state,
    change: async (edit: (state: FolderState) => FolderState) => {
      state = edit(state)
    },
  }
}

describe('the record of a hub', () => {
  it('is empty before anything was sent', () => {
    expect(getHubRecord(emptyState('/music'), 'default https://hub.example')).toEqual({ uploads: {} })
  })

  it('keeps what was sent to each hub apart', async () => {
    const state = memoryState()
    const one = hubRecordFile(state, 'default https://one.example')
    const two = hubRecordFile(state, 'default https://two.example')
    await one.change((record) => ({ ...record, uploads: { a: 'upl_1' } }))
    await two.change((record) => ({ ...record, uploads: { ...record.uploads, b: 'upl_2' } }))
    expect(one.current()).toEqual({ uploads: { a: 'upl_1' } })
    expect(two.current()).toEqual({ uploads: { b: 'upl_2' } })
    expect(Object.keys(state.current().hubs)).toEqual(['default https://one.example', 'default https://two.example'])
  })
})

describe('the uploads of a folder', () => {
  it('are remembered in the record, and stay there when they are complete', async () => {
    const record = hubRecordFile(memoryState(), 'default https://hub.example')
    const stateFile = recordUploadCache(record)
    expect(await stateFile.get('a')).toBeUndefined()
    await stateFile.set('a', 'upl_1')
    await stateFile.set('b', 'upl_2')
    await stateFile.delete('a')
    expect(await stateFile.get('a')).toBe('upl_1')
    expect(record.current().uploads).toEqual({ a: 'upl_1', b: 'upl_2' })
  })
})
