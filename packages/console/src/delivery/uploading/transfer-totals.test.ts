import type { Upload } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { type FileRow, withFoundUploads } from '../file-row.ts'
import { addTransfers } from './transfer-totals.ts'

const file = (name: string, more: Partial<FileRow> = {}): FileRow => ({
  key: name,
  name,
  size: 1_000,
  modified: 1,
  kind: 'audio',
  findings: [],
  hasArrived: false,
  isRefused: false,
  ...more,
})
const bytes = new File(['x'], 'x')
const sending = (state: 'sending' | 'lost' | 'waiting', sentBytes: number, bytesPerSecond = 0) => ({
  bytes,
  sending: { state, sentBytes, bytesPerSecond, measuredAtMs: 0 },
})
const found = (more: object) => ({ id: 'upl_1', size: 1_000, findings: [], ...more }) as unknown as Upload

describe('the files of a delivery together', () => {
  it('count what is sent, with the speed and the time that is left', () => {
    const totals = addTransfers([
      file('a', { hasArrived: true }),
      file('b', sending('sending', 400, 100)),
      file('c', sending('sending', 0, 100)),
      file('d', sending('waiting', 0)),
      file('e', sending('lost', 600)),
      file('notes.txt', { kind: 'foreign' }),
      file('bad.mp3', { isRefused: true }),
    ])
    expect(totals).toMatchObject({
      files: 5,
      arrived: 1,
      failed: 1,
      sentBytes: 2_000,
      totalBytes: 5_000,
      percent: 40,
      bytesPerSecond: 200,
      leftMs: 13_000,
    })
  })

  it('have no time left to tell while nothing moves', () => {
    expect(addTransfers([file('a', sending('waiting', 0))]).leftMs).toBe(undefined)
    expect(addTransfers([])).toMatchObject({ files: 0, percent: 0 })
  })

  it('reach 100 % only when every byte is at the hub', () => {
    expect(addTransfers([file('a', { ...sending('sending', 999), size: 1_000 })]).percent).toBe(99)
  })

  it('after a reload count what the hub has of unfinished files', () => {
    const rows = withFoundUploads(
      [file('a', { uploadId: 'upl_1' }), file('b')],
      [found({ status: 'awaiting_data', offset: 500 })],
    )
    expect(addTransfers(rows)).toMatchObject({ unfinished: 2, sentBytes: 500, percent: 25 })
  })

  it('after a reload know files whose last answer was lost', () => {
    const rows = withFoundUploads(
      [file('a', { uploadId: 'upl_1' })],
      [found({ status: 'analysing', offset: 1_000, technical: null })],
    )
    expect(addTransfers(rows)).toMatchObject({ arrived: 1, unfinished: 0, percent: 100 })
  })
})
