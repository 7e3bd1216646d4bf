import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { findOuterRequestId, inProcessFetch, isInProcess } from './in-process.ts'

const baseUrl = 'https://hub.example/music'

/** A server that answers with what it was asked. */
function mirror() {
  const fastify = Fastify({ genReqId: (request) => findOuterRequestId(request) ?? 'own' })
  fastify.route({
    method: ['GET', 'POST'],
    url: '/thing',
    handler: async ({ id, ip, method, url, headers, body, raw }, reply) => {
      reply.header('set-cookie', ['a=1', 'b=2'])
      return { id, ip, method, url, key: headers['x-api-key'], body, isInside: isInProcess(raw) }
    },
  })
  fastify.get('/nothing', async (_request, reply) => reply.code(204).send())
  fastify.get('/bytes', async () => Buffer.from([0, 255, 128]))
  fastify.get('/never', () => new Promise(() => {}))
  const ask = inProcessFetch({ fastify, baseUrl, requestId: 'req_outer', address: '203.0.113.9' })
  return { fastify, ask }
}

describe('asking the hub from inside it', () => {
  it('is a request like any other, in the name of whom it is made for', async () => {
    const response = await mirror().ask(`${baseUrl}/thing?a=1`, {
      method: 'POST',
      headers: { 'X-API-Key': 'k', 'Content-Type': 'application/json' },
      body: '{"title":"Été"}',
    })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.json()).toEqual({
      id: 'req_outer',
      ip: '203.0.113.9',
      method: 'POST',
      url: '/thing?a=1',
      key: 'k',
      body: { title: 'Été' },
      isInside: true,
    })
  })

  it('answers bytes as they are, and no body where there is none', async () => {
    const { ask } = mirror()
    expect([...new Uint8Array(await (await ask(`${baseUrl}/bytes`, {})).arrayBuffer())]).toEqual([0, 255, 128])
    expect((await ask(`${baseUrl}/nothing`, {})).body).toBeNull()
  })

  it.each(['https://hub.example/thing', 'https://hub.example.evil/music/thing', `${baseUrl}.evil/thing`, '/thing'])(
    'takes a credential nowhere else: %s',
    async (url) => {
      await expect(mirror().ask(url, { headers: { 'x-api-key': 'k' } })).rejects.toThrow('Only this hub')
    },
  )

  it('ends with the signal, before and meanwhile', async () => {
    const { ask } = mirror()
    await expect(ask(`${baseUrl}/thing`, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
    const controller = new AbortController()
    const asked = ask(`${baseUrl}/never`, { signal: controller.signal })
    controller.abort()
    await expect(asked).rejects.toThrow()
  })
})

describe('a request from outside', () => {
  it('is never taken for one from inside, whatever it says', async () => {
    const { fastify } = mirror()
    const address = await fastify.listen({ host: '127.0.0.1', port: 0 })
    const headers = { 'x-request-id': 'req_outer', islightmyrequest: 'true' }
    const answer = await (await fetch(`${address}/thing`, { headers })).json()
    await fastify.close()
    expect(answer).toMatchObject({ id: 'own', isInside: false })
  })
})
