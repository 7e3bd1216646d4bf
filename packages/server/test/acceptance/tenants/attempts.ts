import type { Operation } from '@spindle/contract'
import { consoleOperations } from '@spindle/contract/console'
import { fromOwnPage } from '../../harness/people.ts'
import type { Foreign } from './foreign.ts'
import type { Inhabitant } from './world.ts'

/** Every way to request something of another account. The same request is made for something that never existed. */

export interface Attempt {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** Makes the request of this shape; `own` is the attacker, who has every permission in its account. */
export interface Shape {
  readonly name: string
  /** It creates a draft: only for the account that never reads its own drafts and deletes it immediately. */
  readonly creates?: true
  make(own: Inhabitant, foreign: Foreign): Attempt
}

const releases = '/api/v1/music-distributor/releases'
const uploads = '/api/v1/distributor/uploads'
const tus = { 'tus-resumable': '1.0.0' }

interface Part {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

const withKey = (own: Inhabitant, { method, path, headers = {}, body }: Part): Attempt => ({
  method,
  path,
  headers: {
    'x-api-key': own.key,
    ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
    ...headers,
  },
  body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
})

const byKey = (name: string, make: (own: Inhabitant, foreign: Foreign) => Part): Shape => ({
  name,
  make: (own, foreign) => withKey(own, make(own, foreign)),
})

/** Bodies that would be valid with the account's own id. */
const bodies: Readonly<Record<string, unknown>> = {
  updateRelease: { title: 'taken over' },
  takedownRelease: { reason: 'taken over' },
  rotateKey: { overlapSeconds: 0 },
  createWebhook: { url: 'https://intruder.example/' },
  createParty: { name: 'Intruder' },
  updateParty: { name: 'Intruder' },
  mergeParty: { duplicate: 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB' },
  createLabel: { name: 'Intruder' },
  updateLabel: { name: 'Intruder' },
  updateDefaults: { defaults: { label: 'Intruder' } },
  createTransfer: { name: 'Intruder', distributor: 'Intruder', deadline: '2030-01-01', table: 'dXBjCg==' },
  updateTransfer: { name: 'Intruder' },
  markTransferReleases: { outlet: 'sandbox' },
  updateWebhook: { url: 'https://intruder.example/' },
  rotateWebhookSecret: { overlapSeconds: 0 },
}

const kindOfParameter: Readonly<Record<string, keyof Foreign>> = {
  releaseId: 'rel',
  uploadId: 'upl',
  keyId: 'key',
  deliveryId: 'dlv',
  trackId: 'trk',
  webhookId: 'whk',
  messageId: 'whm',
  importId: 'imp',
  tableImportId: 'tbi',
  mappingName: 'mapping',
  bulkId: 'blk',
  transferId: 'trf',
  exportId: 'exp',
  reportId: 'rpt',
  isrc: 'isrc',
  partyId: 'pty',
  labelId: 'lbl',
}
/** Both webhooks and stores have messages, and the trash has releases of its own. */
const kindOf = (name: string, { path }: Operation): keyof Foreign | undefined => {
  if (path.includes('/trash/')) return 'trashed'
  return name === 'messageId' && path.includes('/releases/') ? 'msg' : kindOfParameter[name]
}

/** They count within a release and name nothing by themselves. */
const fixedParameters: Readonly<Record<string, string>> = { revision: '1' }

/** Operations whose parameters name nothing that belongs to an account. */
const namesNothing = new Set(['listReference', 'keepTableMapping'])

/** For every operation with ids in its path: all of them foreign, and with more than one also each alone. */
export function pathShapes(operations: readonly Operation[]): Shape[] {
  return operations
    .filter(({ params, id, auth }) => params && !namesNothing.has(id) && (auth === 'apiKey' || auth === 'jwt'))
    .flatMap((operation) => {
      const names = Object.keys(operation.params?.properties ?? {}).filter((name) => !(name in fixedParameters))
      const choices = names.length === 1 ? [names] : [names, ...names.map((name) => [name])]
      return choices.map((foreignNames) => shapeOf(operation, foreignNames))
    })
}

function shapeOf(operation: Operation, foreignNames: readonly string[]): Shape {
  return {
    name: `${operation.id} with foreign ${foreignNames.join(' and ')}`,
    make(own, foreign) {
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const fixed = fixedParameters[name]
        if (fixed !== undefined) return fixed
        const kind = kindOf(name, operation)
        if (kind === undefined) throw new Error(`say what {${name}} of ${operation.id} names`)
        return foreignNames.includes(name) ? foreign[kind] : String(own.things[kind][0])
      })
      const attempt = withKey(own, { method: operation.method, path, body: bodies[operation.id] })
      const credentials =
        operation.auth === 'jwt' ? { authorization: `Bearer ${own.bearer}` } : { 'x-api-key': own.key }
      const { 'x-api-key': _, ...rest } = attempt.headers
      return { ...attempt, headers: { ...rest, ...credentials } }
    },
  }
}

const tracksOf = (uploadId: string) => [{ title: 'Song', uploadId }]
const draft = (own: Inhabitant, more: object = {}) => ({
  title: 'Own',
  type: 'single',
  tracks: tracksOf(String(own.things.upl[0])),
  ...more,
})

const list = (name: string, pathOf: (foreign: Foreign) => string): Shape =>
  byKey(name, (_own, foreign) => ({ method: 'GET', path: pathOf(foreign) }))

const lists: readonly Shape[] = [
  list('listReleases by cursor', ({ cursor }) => `${releases}?cursor=${cursor}`),
  list('listReleases by word', ({ word }) => `${releases}?query=${encodeURIComponent(word)}&count=true`),
  list('listReleases by upc', ({ upc }) => `${releases}?upc=${upc}&count=true`),
  list('listReleases by isrc', ({ isrc }) => `${releases}?isrc=${isrc}&count=true`),
  list('listUploads by cursor', ({ cursor }) => `${uploads}?cursor=${cursor}`),
  list('listCatalog by cursor', ({ cursor }) => `/api/v1/distributor/catalog?cursor=${cursor}`),
  list('listCatalog by word', ({ word }) => `/api/v1/distributor/catalog?query=${encodeURIComponent(word)}&count=true`),
  list('listCatalog by label', ({ word }) => `/api/v1/distributor/catalog?label=${encodeURIComponent(word)}`),
  list('listCatalog by upc', ({ upc }) => `/api/v1/distributor/catalog?upc=${upc}&include=tracks,deliveries`),
  list('listCatalog by isrc', ({ isrc }) => `/api/v1/distributor/catalog?isrc=${isrc}&format=ndjson`),
  list('listPartySuggestions by cursor', ({ cursor }) => `/api/v1/distributor/party-suggestions?cursor=${cursor}`),
  list('listTrash by cursor', ({ cursor }) => `/api/v1/music-distributor/trash?cursor=${cursor}&count=true`),
  list('listRecordings by isrc', ({ isrc }) => `/api/v1/distributor/recordings?isrc=${isrc}&count=true`),
  list('listRecordings by release', ({ rel }) => `/api/v1/distributor/recordings?releaseId=${rel}&count=true`),
  list('listRecordings by word', ({ word }) => `/api/v1/distributor/recordings?query=${encodeURIComponent(word)}`),
  list('listParties by cursor', ({ cursor }) => `/api/v1/distributor/parties?cursor=${cursor}`),
  list('listLabels by cursor', ({ cursor }) => `/api/v1/distributor/labels?cursor=${cursor}`),
  list('listLabels by word', ({ word }) => `/api/v1/distributor/labels?query=${encodeURIComponent(word)}&count=true`),
  list('listParties by word', ({ word }) => `/api/v1/distributor/parties?query=${encodeURIComponent(word)}&count=true`),
  ...['music-distributor', 'distributor'].flatMap((family) => [
    list(
      `${family} analytics of a release`,
      ({ rel }) => `/api/v1/${family}/analytics?releaseId=${rel}&granularity=total`,
    ),
    list(`${family} analytics of a track`, ({ trk }) => `/api/v1/${family}/analytics?trackId=${trk}&groupBy=track`),
    list(`${family} analytics of a upc`, ({ upc }) => `/api/v1/${family}/analytics?upc=${upc}&format=csv`),
    list(`${family} analytics of an isrc`, ({ isrc }) => `/api/v1/${family}/analytics?isrc=${isrc}&groupBy=property`),
    list(`${family} analytics by cursor`, ({ cursor }) => `/api/v1/${family}/analytics?cursor=${cursor}`),
  ]),
]

const creating = (shape: Shape): Shape => ({ ...shape, creates: true })

const bodyShapes: readonly Shape[] = [
  byKey('createRelease with a foreign upload', (_own, { upl }) => ({
    method: 'POST',
    path: releases,
    body: { title: 'Own', type: 'single', tracks: tracksOf(upl) },
  })),
  byKey('createRelease with a foreign cover', (own, { upl }) => ({
    method: 'POST',
    path: releases,
    body: draft(own, { coverUploadId: upl }),
  })),
  byKey('createLegacyRelease with a foreign upload', (_own, { upl }) => ({
    method: 'POST',
    path: '/api/v1/distributor/releases',
    body: { type: 'MUSIC', title: 'Own', uploadId: upl },
  })),
  byKey('updateRelease with a foreign upload', (own, { upl }) => ({
    method: 'PATCH',
    path: `${releases}/${own.things.rel[1]}`,
    body: { tracks: tracksOf(upl) },
  })),
  byKey('updateRelease with a foreign party', (own, { pty }) => ({
    method: 'PATCH',
    path: `${releases}/${own.things.rel[1]}`,
    body: { contributors: [{ partyId: pty, role: 'main_artist' }] },
  })),
  byKey('acceptPartySuggestion with a foreign party', (_own, { pty }) => ({
    method: 'POST',
    path: '/api/v1/distributor/party-suggestions/accept',
    body: { name: 'Own', partyId: pty },
  })),
  byKey('acceptPartySuggestion with a foreign name', (_own, { word }) => ({
    method: 'POST',
    path: '/api/v1/distributor/party-suggestions/accept',
    body: { name: word },
  })),
  byKey('dismissPartySuggestion with a foreign name', (_own, { word }) => ({
    method: 'POST',
    path: '/api/v1/distributor/party-suggestions/dismiss',
    body: { name: word },
  })),
  byKey('mergeParty with a foreign duplicate', (own, { pty }) => ({
    method: 'POST',
    path: `/api/v1/distributor/parties/${own.things.pty[0]}/merge`,
    body: { duplicate: pty },
  })),
  byKey('updateRelease with a foreign cover', (own, { upl }) => ({
    method: 'PATCH',
    path: `${releases}/${own.things.rel[1]}`,
    body: { coverUploadId: upl },
  })),
  byKey('updateRelease with a foreign track', (own, { trk }) => ({
    method: 'PATCH',
    path: `${releases}/${own.things.rel[1]}`,
    body: { tracks: [{ id: trk, title: 'Song', uploadId: own.things.upl[0] }] },
  })),
  creating(
    byKey('createRelease with a foreign idempotency key', (own, { idempotencyKey }) => ({
      method: 'POST',
      path: releases,
      headers: { 'idempotency-key': idempotencyKey },
      body: draft(own, { title: 'Same' }),
    })),
  ),
  creating(
    byKey('createRelease with a foreign upc', (own, { upc }) => ({
      method: 'POST',
      path: releases,
      body: draft(own, { upc }),
    })),
  ),
  creating(
    byKey('createRelease with a foreign isrc', (own, { isrc }) => ({
      method: 'POST',
      path: releases,
      body: draft(own, { tracks: [{ title: 'Song', uploadId: own.things.upl[0], isrc }] }),
    })),
  ),
  byKey('deleteRelease with a foreign etag', (_own, { rel, etag }) => ({
    method: 'DELETE',
    path: `${releases}/${rel}`,
    headers: { 'if-match': etag },
  })),
  byKey('getRelease with a foreign etag', (_own, { rel, etag }) => ({
    method: 'GET',
    path: `${releases}/${rel}`,
    headers: { 'if-none-match': etag },
  })),
  byKey('HEAD of a foreign release', (_own, { rel }) => ({ method: 'HEAD', path: `${releases}/${rel}` })),
  byKey('events of an own release by a foreign cursor', (own, { cursor }) => ({
    method: 'GET',
    path: `${releases}/${own.things.rel[0]}/events?cursor=${cursor}`,
  })),
  byKey('deliveries of an own release by a foreign cursor', (own, { cursor }) => ({
    method: 'GET',
    path: `${releases}/${own.things.rel[0]}/deliveries?cursor=${cursor}`,
  })),
  {
    name: 'listKeys by a foreign cursor',
    make: (own, { cursor }) => ({
      method: 'GET',
      path: `/api/v1/distributor/keys?cursor=${cursor}`,
      headers: { authorization: `Bearer ${own.bearer}` },
      body: undefined,
    }),
  },
]

const tusShapes: readonly Shape[] = [
  byKey('tus HEAD', (_own, { upl }) => ({ method: 'HEAD', path: `${uploads}/${upl}`, headers: tus })),
  byKey('tus DELETE', (_own, { upl }) => ({ method: 'DELETE', path: `${uploads}/${upl}`, headers: tus })),
  byKey('tus OPTIONS', (_own, { upl }) => ({ method: 'OPTIONS', path: `${uploads}/${upl}` })),
  ...[0, 1_000].map((offset) =>
    byKey(`tus PATCH at ${offset}`, (_own, { upl }) => ({
      method: 'PATCH',
      path: `${uploads}/${upl}`,
      headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: 'intruder',
    })),
  ),
]

/** Ids that are nearly valid, or valid for something else. */
const guesses: readonly ((id: string) => string)[] = [
  (id) => id.toLowerCase(),
  (id) => `${id}%00`,
  (id) => `${id}%20`,
  (id) => `${id}/`,
  (id) => `./${id}`,
  (id) => `${id}%2f..%2f${id}`,
  (id) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`,
  (id) => id.replace(/^\w{3}/, 'rel'),
  (id) => encodeURIComponent(`${id}' or '1'='1`),
  (id) => `${id}?accountId=x`,
]

const guessShapes: readonly Shape[] = guesses.flatMap((guess, index) => [
  byKey(`getRelease guess ${index}`, (_own, { rel }) => ({ method: 'GET', path: `${releases}/${guess(rel)}` })),
  byKey(`getUpload guess ${index}`, (_own, { upl }) => ({ method: 'GET', path: `${uploads}/${guess(upl)}` })),
])

const asOwner = (own: Inhabitant, { method, path, body }: Part): Attempt => ({
  method,
  path,
  headers: {
    ...fromOwnPage,
    cookie: own.cookie,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  },
  body: body === undefined ? undefined : JSON.stringify(body),
})

/** The same requests by a person in the console: in the person's own account, and in the other one. */
export function sessionShapes(operations: readonly Operation[]): Shape[] {
  const people = operations.filter(
    ({ auth, path }) => (auth === 'apiKey' || auth === 'jwt') && path.startsWith('/api/v1/'),
  )
  const pathOf = (operation: Operation, foreign: Foreign): string =>
    operation.path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => fixedParameters[name] ?? foreign[kindOf(name, operation) ?? 'word'],
    )
  const bodyOf = ({ method, id }: Operation): unknown =>
    method === 'GET' || method === 'DELETE' ? undefined : (bodies[id] ?? {})
  const inOwn = people
    .filter(({ params, id }) => params && !namesNothing.has(id))
    .map(
      (operation): Shape => ({
        name: `${operation.id} by session with foreign ids`,
        make: (own, foreign) =>
          asOwner(own, {
            method: operation.method,
            path: `/console/a/${own.account.accountId}${pathOf(operation, foreign)}`,
            body: bodyOf(operation),
          }),
      }),
    )
  const inOther = people.map(
    (operation): Shape => ({
      name: `${operation.id} by session in a foreign account`,
      make: (own, foreign) =>
        asOwner(own, {
          method: operation.method,
          path: `/console/a/${foreign.acc}${pathOf(operation, foreign)}`,
          body: bodyOf(operation),
        }),
    }),
  )
  return [...inOwn, ...inOther]
}

/** Pages of the operator, requested by an owner of an account. */
export const operatorShapes = (operations: readonly Operation[]): Shape[] =>
  operations
    .filter(({ needsOperator }) => needsOperator)
    .map(
      (operation): Shape => ({
        name: `${operation.id} by an owner`,
        make: (own, foreign) =>
          asOwner(own, {
            method: operation.method,
            path: operation.path
              .replaceAll(/\{(\w+)\}/g, (_, name: string) => foreign[operatorParameter[name] ?? 'word'])
              .concat(operation.method === 'GET' ? `?query=${foreign.word}&accountId=${foreign.acc}` : ''),
            body: operation.method === 'POST' || operation.method === 'PATCH' ? { revision: 1 } : undefined,
          }),
      }),
    )

const operatorParameter: Readonly<Record<string, keyof Foreign>> = { ...kindOfParameter, accountId: 'acc' }

export const allShapes = (operations: readonly Operation[]): Shape[] => [
  ...pathShapes(operations),
  ...lists,
  ...bodyShapes,
  ...tusShapes,
  ...guessShapes,
  ...sessionShapes(operations),
  ...operatorShapes(consoleOperations),
]
