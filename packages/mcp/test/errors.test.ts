import type { Fetch } from '@spindle/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { eventually } from '../../server/test/harness/eventually.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { sharedHub } from '../../server/test/harness/shared-hub.ts'
import { type Agent, connectAgent } from './harness/agents.ts'
import { startEndpoint } from './harness/endpoint.ts'

/** What an agent gets when something goes wrong: what happened, how to fix it, what to do next. */

let hub: TestHub
let key: string
let agent: Agent
beforeAll(async () => {
  hub = await sharedHub()
  key = await (await createTestAccount(hub)).key()
  agent = await connectAgent('v2', { url: await startEndpoint({ hubUrl: hub.url, gate: 'submit' }), key })
})

const uploadId = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const releaseId = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const requestId = expect.stringMatching(/^req_/)

describe('arguments that are not valid', () => {
  it('are all named, with the fix, before any request to the hub', async () => {
    const release = { titel: 'x', title: 'x', type: 'EP', label: 7, tracks: [{ title: 'a' }] }
    const { isError, data } = await agent.call('create_draft', { release, detial: 'full' })
    expect(isError).toBe(true)
    expect(data.error).toMatchObject({
      code: 'validation_failed',
      message: 'The arguments of the call are not valid. Nothing was done.',
      retryable: false,
      next_action: 'Call the tool again with the corrected arguments.',
    })
    expect(data.error.errors).toEqual(
      expect.arrayContaining([
        { pointer: '/detial', code: 'unknown_member', detail: expect.any(String), fix: 'Did you mean `detail`?' },
        { pointer: '/release/titel', code: 'unknown_member', detail: expect.any(String), fix: 'Did you mean `title`?' },
        { pointer: '/release/type', code: 'enum', detail: expect.any(String), fix: 'Did you mean `ep`?' },
        { pointer: '/release/label', code: 'type', detail: expect.any(String), fix: 'Put the value in quotes.' },
        {
          pointer: '/release/tracks/0/uploadId',
          code: 'required',
          detail: '"uploadId" is required.',
          fix: 'Add this member.',
        },
      ]),
    )
    expect(data.error.errors).toHaveLength(5)
  })

  it.each([
    ['get_release', {}, '/releaseId', 'Add this member.'],
    ['get_analytics', { limit: '5' }, '/limit', 'Remove the quotes.'],
    ['search_catalog', { q: 'night' }, '/q', 'Did you mean `query`?'],
    [
      'create_upload',
      { fileName: 'a', filename: 'a', size: 1, kind: 'audio' },
      '/fileName',
      'Did you mean `filename`?',
    ],
    ['search_catalog', { status: 'Live' }, '/status', 'Did you mean `live`?'],
    ['list_reference', { list: 'genre' }, '/list', 'Did you mean `genres`?'],
    ['update_draft', { releaseId, patch: { titel: 'x' } }, '/patch/titel', 'Did you mean `title`?'],
    ['create_upload', { filename: 'a.wav', size: 1.5, kind: 'audio' }, '/size', undefined],
    ['update_draft', { releaseId, patch: {}, ifMatch: 'a\r\nx-api-key: b' }, '/ifMatch', undefined],
    ['create_upload', { filename: 'a', size: 1, kind: 'audio', idempotencyKey: '日' }, '/idempotencyKey', undefined],
    ['get_account', { all: true }, '/all', 'Remove it, or check its spelling.'],
  ])('%s %j', async (name, input, pointer, fix) => {
    const { isError, data } = await agent.call(name, input)
    expect(isError).toBe(true)
    expect(data.error.errors).toMatchObject([{ pointer, ...(fix && { fix }) }])
  })

  it('that are many are cut, and counted', async () => {
    const tracks = Array.from({ length: 50 }, () => ({ title: 'a' }))
    const { data } = await agent.call('create_draft', { release: { title: 'x', type: 'ep', tracks } })
    expect(data.error.errors).toHaveLength(20)
    expect(data.error.errors_omitted).toBe(30)
  })
})

describe('what the hub refuses', () => {
  it('comes with the place, the fix, the next step and the request to quote', async () => {
    const release = { title: 'x', type: 'single', tracks: [{ title: 'a', uploadId }] }
    const { isError, data } = await agent.call('create_draft', { release })
    expect(isError).toBe(true)
    expect(data.error).toEqual({
      code: 'upload_reference_unknown',
      message: expect.any(String),
      fix: 'Follow the fix in each entry of errors.',
      next_action: expect.any(String),
      retryable: false,
      request_id: requestId,
      errors: [
        {
          pointer: '/tracks/0/uploadId',
          code: 'upload_reference_unknown',
          detail: expect.any(String),
          fix: expect.any(String),
        },
      ],
    })
  })

  it.each([
    ['get_release', { releaseId }, 'release_not_found'],
    ['validate_release', { releaseId }, 'release_not_found'],
    ['validate_release', { releaseId, outlet: 'nowhere' }, 'invalid_parameter'],
    ['submit_release', { releaseId }, 'release_not_found'],
    ['update_draft', { releaseId, patch: { title: 'x' } }, 'release_not_found'],
    ['get_upload', { uploadId }, 'upload_not_found'],
    ['search_catalog', { cursor: 'made up' }, 'cursor_invalid'],
    ['get_analytics', { groupBy: 'weather' }, 'invalid_parameter'],
  ])('%s %j is %s', async (name, input, code) => {
    const { isError, data } = await agent.call(name, input)
    expect(isError).toBe(true)
    expect(data.error).toMatchObject({ code, retryable: false, request_id: requestId })
    expect(data.error.next_action.length).toBeGreaterThan(10)
  })

  it('without a valid key names no key', async () => {
    const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
    const stranger = await connectAgent('v2', {
      url: await startEndpoint({ hubUrl: hub.url, gate: 'read' }),
      key: wrong,
    })
    const { data, texts } = await stranger.call('get_account')
    expect(data.error).toMatchObject({ code: 'api_key_invalid', retryable: false })
    expect(texts.join()).not.toContain(key.slice(4, 12))
  })

  it('for too many requests says when to continue', async () => {
    const busy = await startTestHub({ role: 'api', environment: { SPINDLE_RATE_LIMIT: '2/2/300' } })
    const account = await createTestAccount(busy)
    const url = await startEndpoint({ hubUrl: busy.url, gate: 'read' })
    const eager = await connectAgent('v2', { url, key: await account.key() })
    const answers = await Promise.all(Array.from({ length: 5 }, () => eager.call('list_reference', { list: 'roles' })))
    const refused = answers.filter(({ isError }) => isError)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.data.error).toMatchObject({ code: 'rate_limited', retryable: true })
    expect(refused[0]?.data.error.retry_after_seconds).toBeGreaterThan(0)
  })
})

describe('errors from outside', () => {
  it('a hub that does not answer is reported without its address', async () => {
    const hubUrl = 'http://127.0.0.1:9'
    const lonely = await connectAgent('v2', { url: await startEndpoint({ hubUrl, gate: 'read' }), key })
    const { data, texts } = await lonely.call('get_release', { releaseId })
    expect(data.error).toMatchObject({ code: 'connection_failed', retryable: true, fix: null })
    expect(texts.join()).not.toMatch(/127\.0\.0\.1|ECONN|fetch/)
  })

  it('an unexpected failure shows no details, and is logged', async () => {
    const heard: unknown[] = []
    const nonsense: Fetch = async () => Response.json({})
    const url = await startEndpoint({
      hubUrl: hub.url,
      gate: 'read',
      fetch: nonsense,
      onError: (error) => heard.push(error),
    })
    const { data, texts } = await (await connectAgent('v2', { url, key })).call('get_release', { releaseId })
    expect(data.error).toMatchObject({ code: 'internal_error', retryable: false })
    expect(texts.join()).not.toMatch(/undefined|TypeError|\bat /)
    expect(heard).toEqual([expect.any(TypeError)])
  })

  it('a tool that does not exist is an error of the protocol', async () => {
    await expect(agent.call('delete_everything')).rejects.toMatchObject({ code: -32602 })
  })
})

describe('an agent that gives up', () => {
  it('ends the requests to the hub', async () => {
    let isAsked = false
    let isEnded = false
    const endless: Fetch = (_, { signal }) =>
      new Promise((_, reject) => {
        isAsked = true
        signal?.addEventListener('abort', () => {
          isEnded = true
          reject(signal.reason as Error)
        })
      })
    const url = await startEndpoint({ hubUrl: hub.url, gate: 'read', fetch: endless })
    const impatient = await connectAgent('v2', { url, key })
    const controller = new AbortController()
    const call = impatient.call('get_release', { releaseId }, controller.signal)
    await eventually(() => isAsked || undefined, { what: 'the hub to be asked' })
    controller.abort()
    await expect(call).rejects.toThrow()
    await eventually(() => isEnded || undefined, { what: 'the question to end' })
  })
})
