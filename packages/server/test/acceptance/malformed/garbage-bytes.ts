import { connect } from 'node:net'
import type { Random } from '../../harness/random.ts'
import { odd } from './schema-samples.ts'

/** Bytes that are not a request, or two requests that look like one. */

const path = '/api/v1/music-distributor/releases'
const get = `GET ${path} HTTP/1.1\r\nHost: hub\r\n`
const post = `POST ${path} HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\n`

const shapes: readonly ((random: Random, key: string) => string)[] = [
  (random) => random.bytes(random.integer(1, 2_000)).toString('latin1'),
  () => '\r\n\r\n\r\n',
  () => `GET ${path}\r\n\r\n`,
  () => `GET ${path} HTTP/1.1\r\n\r\n`,
  () => `GET ${path} HTTP/3.7\r\nHost: hub\r\n\r\n`,
  () => `${get}Host: other\r\n\r\n`,
  () => `GET  ${path} HTTP/1.1\r\nHost: hub\r\n\r\n`,
  () => `GET ${path}\0 HTTP/1.1\r\nHost: hub\r\n\r\n`,
  () => `GET /\u00ff\u00fe HTTP/1.1\r\nHost: hub\r\n\r\n`,
  () => `GET http://evil.example${path} HTTP/1.1\r\nHost: hub\r\n\r\n`,
  () => `GET //evil.example/%2e%2e HTTP/1.1\r\nHost: hub\r\n\r\n`,
  () => 'GET /.. HTTP/1.1\r\nHost: hub\r\n\r\n',
  () => 'GET * HTTP/1.1\r\nHost: hub\r\n\r\n',
  () => 'OPTIONS * HTTP/1.1\r\nHost: hub\r\n\r\n',
  () => 'CONNECT evil.example:443 HTTP/1.1\r\nHost: hub\r\n\r\n',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  () => `${get}Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n`,
  () => `${get}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n`,
  (random) => `GET /${random.word(17_000)} HTTP/1.1\r\nHost: hub\r\n\r\n`,
  (random) => `${get}X-Long: ${random.word(17_000)}\r\n\r\n`,
  () => `${get}${'X-A: b\r\n'.repeat(3_000)}\r\n`,
  () => `${get}Bad Name: x\r\n\r\n`,
  () => `${get}X-Nul: a\0b\r\n\r\n`,
  () => `${get}X-Fold: a\r\n b\r\n\r\n`,
  () => `${get}: empty\r\n\r\n`,
  () => `${get.replaceAll('\r\n', '\n')}\n`,
  (_, key) => `${post}X-API-Key: ${key}\r\nContent-Length: -1\r\n\r\n{}`,
  (_, key) => `${post}X-API-Key: ${key}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  (_, key) => `${post}X-API-Key: ${key}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  (_, key) => `${post}X-API-Key: ${key}\r\nTransfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  (_, key) => `${post}X-API-Key: ${key}\r\nTransfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  (_, key) => `${post}X-API-Key: ${key}\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
  (_, key) => `${post}X-API-Key: ${key}\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  (_, key) => `${post}X-API-Key: ${key}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Trailer: a\r\n\r\n`,
  (_, key) =>
    `${post}X-API-Key: ${key}\r\nTransfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(17_000)}\r\n{}\r\n0\r\n\r\n`,
  (_, key) => `${post}X-API-Key: ${key}\r\nContent-Length: 2\r\n\r\n{}GET /healthz HTTP/1.1\r\nHost: hub\r\n\r\n`,
  (_, key) => `${get}X-API-Key: ${key}\r\nContent-Length: 40\r\n\r\nGET /metrics HTTP/1.1\r\nHost: hub\r\n\r\n`,
  (_, key) => `${get}X-API-Key: ${key}\r\n\r\n`.repeat(20),
  (_, key) => `${post}X-API-Key: ${key}\r\nExpect: 200-maybe\r\nContent-Length: 2\r\n\r\n{}`,
  (_, key) => `${post}X-API-Key: ${key}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
  (_, key) => `${post}X-API-Key: ${key}\r\nContent-Length: 999999999999\r\n\r\n{}`,
  (random, key) => `${post}X-API-Key: ${key}\r\nContent-Length: 5\r\n\r\n${odd(random)}`,
  () =>
    'POST /oauth/token HTTP/1.1\r\nHost: hub\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\n%ff',
  (random) =>
    `POST /oauth/token HTTP/1.1\r\nHost: hub\r\nContent-Type: ${random.word(9)}\r\nContent-Length: 3\r\n\r\na=b`,
  () => 'POST /api/agent/auth HTTP/1.1\r\nHost: hub\r\nContent-Length: 1000000000\r\n\r\n{',
  () => `GET /api/integration/verify HTTP/1.1\r\nHost: hub\r\nAuthorization: Bearer ${'\u00ff'.repeat(400)}\r\n\r\n`,
  (random) => `${mutateBytes(get, random)}\r\n`,
  (random, key) => `${mutateBytes(`${post}X-API-Key: ${key}\r\nContent-Length: 2\r\n\r\n`, random)}{}`,
]

function mutateBytes(text: string, random: Random): string {
  const bytes = Buffer.from(text, 'latin1')
  for (let i = random.integer(1, 4); i > 0; i--) bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255)
  return bytes.toString('latin1')
}

export const garbage = (random: Random, key: string): string => random.pick(shapes)(random, key)

const patienceMs = 400

/**
 * Sends the bytes and half-closes the connection; returns everything that came back. A hub that waits for more has not
 * answered, which is also right.
 */
export function sendGarbage(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const timer = setTimeout(() => socket.destroy(), patienceMs)
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(received)
    })
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

/** Every status in the answers. */
export const statusesOf = (received: string): number[] =>
  [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
