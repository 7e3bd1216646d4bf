import type { Auth, Operation } from '@spindle/contract'
import { fromOwnPage } from '../../harness/people.ts'
import type { Random } from '../../harness/random.ts'
import { brokenJson, type KnownIds, mutate, odd, sampleOf, upperWord } from './schema-samples.ts'

/** Requests made from the contract's operations: valid, nearly valid, and wrong in every part. */

export interface GeneratedRequest {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string | string[]>
  readonly body: Buffer | undefined
}

export interface Material {
  readonly ids: KnownIds
  /** `session` is the cookie of an operator with a recent confirmation. */
  readonly credentials: Readonly<Record<Exclude<Auth, 'none'>, string>>
  readonly cursors: readonly string[]
}

export function generateRequest(operation: Operation, random: Random, material: Material): GeneratedRequest {
  const body = generateBody(operation, random, material)
  const method = random.chance(0.04)
    ? random.pick(['PUT', 'DELETE', 'PATCH', 'POST', 'GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'])
    : operation.method
  const path = `${generatePath(operation, random, material)}${generateQuery(operation, random, material)}`
  return {
    operation: operation.id,
    method,
    // Node's client refuses to send an invalid path; the garbage test sends raw bytes.
    path: path.replaceAll(/[^\u0021-\u00ff]/g, (char) => encodeURIComponent(char.toWellFormed())),
    headers: clean({ ...credentialHeaders(operation, random, material), ...oddHeaders(random), ...body.headers }),
    body: body.bytes,
  }
}

const invalidKey = `spn_${'a'.repeat(38)}`

function credentialHeaders(
  operation: Operation,
  random: Random,
  material: Material,
): Record<string, string | string[]> {
  return operation.surface === 'console' && random.chance(0.97)
    ? ownPageHeaders(operation, random, material)
    : programHeaders(operation, random, material)
}

/** Like requests of the console's pages, with a cookie that is valid, nearly valid or missing. */
function ownPageHeaders({ auth }: Operation, random: Random, { credentials }: Material): Record<string, string> {
  const { session } = credentials
  const cookie = random.chance(0.95)
    ? session
    : random.pick(['', '=', `${session}x`, session.slice(0, -1), `${session}; ${session}`, odd(random)])
  const page = random.chance(0.97) ? fromOwnPage : { 'sec-fetch-site': random.pick(['cross-site', 'none', '']) }
  return { ...page, ...(auth === 'session' && random.chance(0.98) ? { cookie } : {}) }
}

function programHeaders(
  { auth }: Operation,
  random: Random,
  { credentials }: Material,
): Record<string, string | string[]> {
  const anyKind = random.pick(['apiKey', 'jwt', 'integrationToken'] as const)
  const kind = auth === 'none' || auth === 'session' || random.chance(0.02) ? anyKind : auth
  const value = random.chance(0.95)
    ? credentials[kind]
    : random.pick([
        '',
        ' ',
        invalidKey,
        odd(random),
        credentials[anyKind],
        `${credentials[kind]}x`,
        credentials[kind].slice(0, -1),
      ])
  if (random.chance(0.02)) return {}
  if (kind === 'apiKey') return { 'x-api-key': random.chance(0.01) ? [value, value] : value }
  const scheme = random.chance(0.95) ? 'Bearer' : random.pick(['bearer', 'Basic', 'Digest', '', 'Bearer Bearer'])
  return { authorization: `${scheme} ${value}` }
}

function generatePath(operation: Operation, random: Random, { ids }: Material): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const schema = operation.params?.properties[name] ?? {}
    // Half a character cannot be written in a path.
    if (random.chance(0.8)) return encodeURIComponent(String(sampleOf(schema, random, ids)).toWellFormed())
    return random.pick([
      '',
      '..',
      '%2e%2e%2f',
      '%00',
      '%zz',
      '%ff',
      '%c0%af',
      'a'.repeat(300),
      `rel_${upperWord(random, 26).toLowerCase()}`,
      `${upperWord(random, 200)}`,
      encodeURIComponent(odd(random).toWellFormed().slice(0, 500)),
      'a/b/c',
      '*',
      ';a=b',
    ])
  })
}

function generateQuery({ query }: Operation, random: Random, { ids, cursors }: Material): string {
  if (random.chance(query ? 0.2 : 0.9)) return ''
  const valid = (query ? sampleOf(query, random, ids) : {}) as Record<string, unknown>
  const pairs = Object.entries(valid).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`,
  )
  if (random.chance(0.5)) return `?${pairs.join('&')}`
  const more = random.pick([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1e2',
    'limit=1&limit=2',
    'limit[]=1',
    'limit=',
    `cursor=${encodeURIComponent(odd(random).toWellFormed().slice(0, 600))}`,
    `cursor=${cursors.length === 0 ? 'x' : random.pick(cursors)}`,
    'cursor=AAAA',
    `query=${encodeURIComponent(odd(random).toWellFormed().slice(0, 400))}`,
    'query=%00',
    'query=%ff%fe',
    'query=%zz',
    'count=yes',
    'updatedSince=yesterday',
    'updatedSince=2026-02-31T00:00:00Z',
    'from=2026-02-31&to=2026-01-01',
    'from=0001-01-01&to=9999-12-31',
    'from=2026-01-01&to=2026-01-02&groupBy=a,b,c',
    'metrics=revenue,__proto__',
    'format=xml',
    'include=everything',
    '__proto__=1',
    'constructor[prototype]=1',
    'a.b=1',
    '=',
    '&&&',
    '?',
    `${'x=1&'.repeat(1_500)}`,
    `${random.word(20)}=${odd(random).length}`,
  ])
  return `?${[...pairs, more].join('&')}`
}

function generateBody(
  operation: Operation,
  random: Random,
  { ids }: Material,
): { bytes: Buffer | undefined; headers: Record<string, string> } {
  if (operation.method === 'GET' && random.chance(0.97)) return { bytes: undefined, headers: {} }
  const types = operation.bodyMediaTypes ?? ['application/json']
  const type = random.chance(0.93) ? random.pick(types) : oddType(random)
  if (!operation.body && random.chance(0.8))
    return { bytes: undefined, headers: random.chance(0.8) ? {} : { 'content-type': type } }
  const valid = operation.body ? sampleOf(operation.body, random, ids) : {}
  const value = random.chance(0.35) ? valid : mutate(valid, random)
  const json = JSON.stringify(value) ?? ''
  const text = random.chance(0.12) ? brokenJson(json, random) : asType(json, value, type)
  if (random.chance(0.004)) return { bytes: Buffer.alloc(1_100_000, ' '), headers: { 'content-type': type } }
  return {
    bytes: Buffer.from(text, random.chance(0.02) ? 'latin1' : 'utf8'),
    headers: random.chance(0.02) ? {} : { 'content-type': type },
  }
}

/** NDJSON is one value a line. */
const asType = (json: string, value: unknown, type: string): string =>
  type === 'application/x-ndjson' && Array.isArray(value) ? value.map((item) => JSON.stringify(item)).join('\n') : json

const oddType = (random: Random): string =>
  random.pick([
    'application/json; charset=utf-8',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/json\t',
    ' application/json',
    'application/json;',
    'application/jsonx',
    'application/merge-patch+json',
    'text/plain',
    'text/json',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'audio/wav',
    'image/jpeg',
    'application/offset+octet-stream',
    '*/*',
    '/',
    ',',
    'application/json, text/plain',
  ])

const headerOddities: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['if-match', ['*', '"x"', 'W/"1"', '', '"', '"a", "b"', '\xff', 'a'.repeat(5_000)]],
  ['if-none-match', ['*', '"x"', 'W/"1"', '"', ',,,', 'a'.repeat(5_000)]],
  ['idempotency-key', ['', ' ', '""', '"abc"', 'k', 'a'.repeat(255), 'a'.repeat(256), '\xe9\xff', 'a,b', "';--"]],
  [
    'range',
    [
      'bytes=0-0',
      'bytes=5-1',
      'bytes=-0',
      'bytes=0-,1-,2-',
      'bytes=99999999999999999999-',
      'pages=1-2',
      'bytes=',
      'bytes=a-b',
    ],
  ],
  [
    'accept',
    [
      '*/*',
      'text/html',
      'application/xml',
      'text/csv',
      'application/x-ndjson',
      '',
      ';;;',
      'application/json;q=0',
      'q'.repeat(3_000),
    ],
  ],
  ['accept-encoding', ['gzip', '*;q=0', 'identity;q=0, *;q=0']],
  ['content-encoding', ['gzip', 'br', 'identity', 'nonsense']],
  ['origin', ['null', 'https://evil.example', '*', '']],
  ['x-forwarded-for', ['127.0.0.1', '::1, 10.0.0.1', odd1()]],
  ['x-forwarded-host', ['evil.example']],
  ['x-forwarded-proto', ['https', 'javascript']],
  ['x-http-method-override', ['DELETE']],
  ['x-request-id', ['req_1', '<script>', 'a'.repeat(2_000)]],
  ['host', ['evil.example', '', 'a'.repeat(500), '127.0.0.1:99999']],
  ['tus-resumable', ['1.0.0', '0.2.2', '', '2.0.0']],
  ['upload-length', ['10', '-1', '1e3', '99999999999999999', 'x', '']],
  ['upload-defer-length', ['1', '0', 'yes']],
  ['upload-offset', ['0', '5', '-1', 'x', '9007199254740993']],
  [
    'upload-metadata',
    ['filename bWFzdGVy', 'a', 'a b c', ',,,', 'sha256 x', 'kind eA==', `filename ${'A'.repeat(5_000)}`],
  ],
  ['upload-checksum', ['sha256 x', 'md5 AAAA', 'sha1', 'sha256 ']],
  ['digest', ['sha-256=x']],
  ['cookie', ['session=1; __proto__=2']],
  ['expect', ['100-continue']],
]

function odd1(): string {
  return 'a'.repeat(300)
}

function oddHeaders(random: Random): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  while (random.chance(0.3)) {
    const [name, values] = random.pick(headerOddities)
    headers[name] = name === 'idempotency-key' && random.chance(0.3) ? random.word(20) : random.pick(values)
  }
  return headers
}

/** Values that Node's client refuses to send. */
const clean = (headers: Record<string, string | string[]>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(cleanValue) : cleanValue(value),
    ]),
  )

const cleanValue = (value: string): string => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 8_000)
