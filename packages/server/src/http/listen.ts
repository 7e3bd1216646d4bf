import type { AddressInfo } from 'node:net'
import type { Config } from '../config/config.ts'
import type { Http } from './context.ts'

/** Answers the address it listens at. */
export async function listen({ fastify }: Pick<Http, 'fastify'>, config: Config): Promise<string> {
  await fastify.listen({ host: config.host, port: config.port })
  const { port } = fastify.server.address() as AddressInfo
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
}
