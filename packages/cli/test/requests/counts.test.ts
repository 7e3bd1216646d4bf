import { describe, expect, it } from 'vitest'
import { startAnsweringHub } from '../harness/answering-hub.ts'
import { runInTerminal } from '../harness/run-spindle.ts'

/** Sentences with a number: the verb fits it. */

const summaryOf = (waiting: number) => ({
  releases: { total: 3, byStatus: { live: 3 } },
  attention: { total: waiting, data: [] },
  drafts: { total: 0, data: [] },
  streams: null,
})

describe('catalog summary', () => {
  it.each([
    [0, 'Nothing needs your attention.'],
    [1, '1 release needs your attention:'],
    [2, '2 releases need your attention:'],
  ])('says of %i releases: %s', async (waiting, words) => {
    const hub = await startAnsweringHub({ 'GET /api/v1/distributor/summary': { body: summaryOf(waiting) } })
    const { code, stdout } = await runInTerminal(['catalog', 'summary'], { hub, key: 'spn_1' })
    expect({ code, lines: stdout.split('\r\n') }).toEqual({ code: 0, lines: expect.arrayContaining([words]) })
  })
})
