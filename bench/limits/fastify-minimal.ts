import Fastify from 'fastify'

/** The limit of start-up: the smallest server on the hub's framework. Argument: PORT. */

const fastify = Fastify()
fastify.get('/', async () => ({ ok: true }))
await fastify.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
