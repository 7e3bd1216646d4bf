import { gzipSync } from 'node:zlib'
import { AppError } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../context.ts'
import { preferredType } from '../requests/accept.ts'
import { contentEtag, isNotModified } from './etag.ts'

/**
 * Documents anyone may read. They are rendered once, from the configuration alone and never from a request, and are
 * served from memory with a strong entity tag.
 */

/** One form of a document. */
export interface Representation {
  /** The whole Content-Type field. */
  readonly mediaType: string
  /** Called at the first request for it. */
  readonly render: () => string | Uint8Array | Promise<string>
  readonly headers?: Readonly<Record<string, string>>
}

export interface Document {
  readonly path: string
  /** The first one is the answer to a client without a preference. */
  readonly representations: readonly [Representation, ...Representation[]]
  readonly headers?: Readonly<Record<string, string>>
  /** How long caches may keep it without asking again; default 300. */
  readonly maxAgeSeconds?: number
  /** Rendered again after this time, for documents that carry a date. */
  readonly renewSeconds?: number
  /** 406 for an `Accept` that no representation fits, with this text; otherwise it gets the first one. */
  readonly onlyAccepted?: string
}

/** The usual document: one representation. */
export const documentOf = (
  path: string,
  mediaType: string,
  render: Representation['render'],
  rest: Omit<Document, 'path' | 'representations'> = {},
): Document => ({ path, representations: [{ mediaType, render }], ...rest })

export function bindDocuments(http: Http, documents: readonly Document[]): void {
  for (const document of documents) bindDocument(http, document)
}

function bindDocument(http: Http, document: Document): void {
  const contents = new Map(
    document.representations.map((representation) => [
      representation.mediaType,
      keep(http, representation, document.renewSeconds),
    ]),
  )
  http.table.add('GET', document.path, 'public')
  http.fastify.get(document.path, { config: { name: 'document' } }, async (request, reply) => {
    const representation = choose(document, request.headers.accept)
    const content = await contents.get(representation.mediaType)?.()
    if (content === undefined) throw new Error(`${document.path} has no ${representation.mediaType}`)
    reply.headers(headersOf(document, representation))
    return send(request, reply, content)
  })
}

function choose({ representations, onlyAccepted }: Document, accept: string | undefined): Representation {
  const [first] = representations
  const chosen = preferredType(
    accept,
    representations.map(({ mediaType }) => mediaType),
  )
  if (chosen === undefined && onlyAccepted !== undefined) throw new AppError('not_acceptable', { detail: onlyAccepted })
  return representations.find(({ mediaType }) => mediaType === chosen) ?? first
}

function headersOf(document: Document, representation: Representation): Record<string, string> {
  const isNegotiated = document.representations.length > 1 || document.onlyAccepted !== undefined
  return {
    'content-type': representation.mediaType,
    'cache-control': `public, max-age=${document.maxAgeSeconds ?? 300}`,
    vary: isNegotiated ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
    ...document.headers,
    ...representation.headers,
  }
}

interface Content {
  readonly bytes: Buffer
  readonly etag: string
  /** Undefined where compressing gains nothing. */
  readonly gzipped: () => Buffer | undefined
}

/** Renders at the first call, and again once `renewSeconds` have passed. */
function keep(
  { clock }: Http,
  { mediaType, render }: Representation,
  renewSeconds: number | undefined,
): () => Promise<Content> {
  let content: Promise<Content> | undefined
  let renderedAt = 0
  const renew = async (): Promise<Content> => contentOf(mediaType, Buffer.from(await render()))
  return () => {
    const now = clock.now()
    if (!content || (renewSeconds !== undefined && now - renderedAt > renewSeconds * 1000)) {
      const renewed = renew()
      content = renewed
      renderedAt = now
      // A failure is returned to the client, and is not cached.
      renewed.catch(() => {
        if (content === renewed) content = undefined
      })
    }
    return content
  }
}

const minGzipBytes = 1_024

function contentOf(mediaType: string, bytes: Buffer): Content {
  // Two media types over the same bytes are two representations, so the tag covers both.
  const etag = contentEtag(bytes, mediaType)
  let gzipped: Buffer | undefined
  return {
    bytes,
    etag,
    gzipped: () => {
      if (bytes.length >= minGzipBytes) gzipped ??= gzipSync(bytes, { level: 9 })
      return gzipped
    },
  }
}

function send(request: FastifyRequest, reply: FastifyReply, content: Content): FastifyReply {
  const gzipped = acceptsGzip(request.headers['accept-encoding']) ? content.gzipped() : undefined
  const etag = gzipped ? content.etag.replace(/"$/, '-gzip"') : content.etag
  reply.header('etag', etag)
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).removeHeader('content-type').send()
  if (gzipped) reply.header('content-encoding', 'gzip')
  return reply.send(gzipped ?? content.bytes)
}

const acceptsGzip = (header: string | undefined): boolean =>
  /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i.test(header ?? '')
