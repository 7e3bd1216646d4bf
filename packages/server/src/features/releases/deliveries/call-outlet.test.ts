import { describe, expect, it } from 'vitest'
import { type DeliveryMessage, type OutletAdapter, OutletFailure } from '../../outlets/index.ts'
import { callOutlet } from './call-outlet.ts'

const none = () => Promise.reject(new Error('There is no file.'))
const message: DeliveryMessage = {
  accountId: 'acc_1',
  round: 0,
  deliveryId: 'dlv_1',
  outletId: 'a',
  releaseId: 'rel_1',
  revision: 1,
  attempt: 1,
  release: { title: 'R', type: 'ep' },
  tracks: [],
}
const nothingElse = new AbortController().signal
const access = { settings: undefined, files: new Map(), openAudio: none, openCover: none }
const adapter = (deliver: OutletAdapter['deliver']): OutletAdapter => ({
  kind: 'test',
  mayReadMetadata: false,
  retry: { maxAttempts: 1, firstPauseMs: 1, maxPauseMs: 1, timeoutMs: 50 },
  deliver,
  takedown: async () => ({ result: 'down' }),
})

describe('talk', () => {
  it('answers what the outlet answered', async () => {
    const refused = { result: 'refused', code: 'metadata_missing', message: 'No title.' } as const
    expect(
      await callOutlet({ adapter: adapter(async () => refused), kind: 'deliver', message, access }, nothingElse),
    ).toEqual(refused)
    expect(
      await callOutlet({ adapter: adapter(async () => refused), kind: 'takedown', message, access }, nothingElse),
    ).toEqual({ result: 'down' })
  })

  it('reports failures that are meant for people, and no others', async () => {
    const failing = adapter(() => Promise.reject(new OutletFailure('outlet_full', 'The disk is full.')))
    expect(await callOutlet({ adapter: failing, kind: 'deliver', message, access }, nothingElse)).toEqual({
      result: 'failed',
      code: 'outlet_full',
      message: 'The disk is full.',
    })
    const secret = adapter(() => Promise.reject(new Error('connect sftp://user:password@host')))
    expect(await callOutlet({ adapter: secret, kind: 'deliver', message, access }, nothingElse)).toEqual({
      result: 'failed',
      code: 'outlet_unreachable',
      message: 'The outlet could not be reached.',
    })
  })

  it('gives up on an adapter that forgets its signal', async () =>
    expect(
      await callOutlet(
        { adapter: adapter(() => new Promise(() => {})), kind: 'deliver', message, access },
        nothingElse,
      ),
    ).toEqual({
      result: 'failed',
      code: 'outlet_timeout',
      message: 'No answer within 50 ms.',
    }))

  it('gives up when something else is wanted', async () => {
    const other = new AbortController()
    const calling = callOutlet(
      { adapter: adapter(() => new Promise(() => {})), kind: 'deliver', message, access },
      other.signal,
    )
    other.abort()
    expect(await calling).toMatchObject({ result: 'failed', code: 'attempt_lost' })
  })
})
