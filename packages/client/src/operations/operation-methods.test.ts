import type { Webhook } from '@spindle/contract'
import { describe, expect, it } from 'vitest'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'
import type { OperationCaller } from './call-operation.ts'
import type { Result } from './endpoints.ts'
import { operationMethods } from './operation-methods.ts'
import type { List } from './paged-list.ts'

interface Resource {
  get(webhookId: string, options?: RequestOptions): ApiPromise<Webhook>
  attempts(
    webhookId: string,
    messageId: string,
    query?: { readonly limit?: number },
    options?: RequestOptions,
  ): List<Result<'listWebhookAttempts'>>
  create(body: { readonly url: string }, options?: RequestOptions): ApiPromise<Result<'createWebhook'>>
}

const calls: unknown[][] = []
const answers = [
  { data: [{ attempt: 1 }], page: { nextCursor: 'c1', hasMore: true } },
  { data: [{ attempt: 2 }], page: { nextCursor: null, hasMore: false } },
]
const call = ((...given: unknown[]) => {
  calls.push(given)
  return Promise.resolve(answers[calls.length - 1])
}) as unknown as OperationCaller
const resource = operationMethods<Resource>(call, {
  get: 'getWebhook',
  attempts: 'listWebhookAttempts',
  create: 'createWebhook',
})

describe('operationMethods', () => {
  it('sends ids in the order of the path, then the body or the query, and follows the pages of a list', async () => {
    const rows: unknown[] = []
    for await (const row of resource.attempts('whk_1', 'whm_2', { limit: 1 }, { timeoutMs: 5 })) rows.push(row)
    await resource.get('whk_1', { timeoutMs: 6 })
    await resource.create({ url: 'https://label.example' })
    expect(rows).toEqual([{ attempt: 1 }, { attempt: 2 }])
    const params = { webhookId: 'whk_1', messageId: 'whm_2' }
    expect(calls).toEqual([
      ['listWebhookAttempts', { params, query: { limit: 1 } }, { timeoutMs: 5 }],
      ['listWebhookAttempts', { params, query: { limit: 1, cursor: 'c1' } }, { timeoutMs: 5 }],
      ['getWebhook', { params: { webhookId: 'whk_1' } }, { timeoutMs: 6 }],
      ['createWebhook', { params: {}, body: { url: 'https://label.example' } }, undefined],
    ])
  })

  it('does not compile for an operation that does not match the type of its method', () => {
    // @ts-expect-error getKey answers a key, and listWebhooks takes no id.
    operationMethods<Pick<Resource, 'get' | 'attempts'>>(call, { get: 'getKey', attempts: 'listWebhooks' })
  })
})
