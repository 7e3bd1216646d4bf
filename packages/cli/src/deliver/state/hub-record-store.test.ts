import { describe, expect, it } from 'vitest'
import { emptyState, type FolderState } from './folder-state.ts'
import { getHubRecord, hubRecordStore, recordUploadStore } from './hub-record-store.ts'

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
    const one = hubRecordStore(state, 'default https://one.example')
    const two = hubRecordStore(state, 'default https://two.example')
    await one.change((record) => ({ ...record, uploads: { a: 'upl_1' } }))
    await two.change((record) => ({ ...record, uploads: { ...record.uploads, b: 'upl_2' } }))
    expect(one.current()).toEqual({ uploads: { a: 'upl_1' } })
    expect(two.current()).toEqual({ uploads: { b: 'upl_2' } })
    expect(Object.keys(state.current().hubs)).toEqual(['default https://one.example', 'default https://two.example'])
  })
})

describe('the uploads of a folder', () => {
  it('are remembered in the record, and stay there when they are complete', async () => {
    const record = hubRecordStore(memoryState(), 'default https://hub.example')
    const store = recordUploadStore(record)
    expect(await store.get('a')).toBeUndefined()
    await store.set('a', 'upl_1')
    await store.set('b', 'upl_2')
    await store.delete('a')
    expect(await store.get('a')).toBe('upl_1')
    expect(record.current().uploads).toEqual({ a: 'upl_1', b: 'upl_2' })
  })
})
