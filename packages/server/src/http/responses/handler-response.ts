import type { Readable } from 'node:stream'
import type { Operation, ResultOf } from '@spindle/contract'
import type { AnswerHeaders } from '../../platform/blobs/blobs.ts'

/** JSON text made elsewhere (by SQL): passed through as it is. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What a handler answers beside its body. */
export interface BodyResponse<B> {
  readonly body: B | RawJson
  /** Only needed where the operation has more than one success status. */
  readonly status?: number
  readonly etag?: string | undefined
  readonly location?: string
  /** Another media type than JSON, with the body as text, e.g. CSV. */
  readonly text?: TextContent
  readonly headers?: Readonly<Record<string, string>>
  /** Each is a separate field (RFC 6265 section 3). */
  readonly setCookies?: readonly string[]
  /** How many more requests it counts as at least, for work that its size does not show. */
  readonly extraRequests?: number
}

export interface TextContent {
  readonly mediaType: string
  readonly content: string
  readonly filename?: string
}

/** Bytes of a known length in place of JSON. Ranges and preconditions are answered from `etag` and `size` alone. */
export interface FileResponse {
  readonly file: {
    readonly mediaType: string
    readonly size: number
    /** How much of it is in memory until it is sent; 0 by default. */
    readonly heldBytes?: number
    /** The bytes from `start` to `end`, both included. Called only when bytes are sent. */
    open(start: number, end: number): Promise<Readable>
    /** An address of the same bytes elsewhere, for a few minutes, where they come with these headers. */
    findUrl?(answer: AnswerHeaders): Promise<string | undefined>
  }
  readonly etag: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Text of any length, made as fast as its reader takes it. What fails once the first piece is sent ends the connection
 * in the middle, so that a part is never taken for the whole.
 */
export interface StreamResponse {
  readonly stream: Omit<TextContent, 'content'> & { readonly pieces: AsyncIterable<string> }
}

/** A part of a text stream, and where the next one begins; null at the end. */
export interface TextPart {
  readonly text: string
  readonly next: string | null
}

/** One page as stores answer it: rows (or their JSON made by SQL) and the position the next page starts after. */
export interface PageResult<T> {
  readonly data: readonly T[] | RawJson
  readonly next: string | null
  /** Where `next` is given at the end too, so that the client can continue later. */
  readonly hasMore?: boolean
  readonly total?: number | undefined
  /** Members of the answer beside `data` and `page`. */
  readonly extraMembers?: object
  /** As in `BodyResponse`. */
  readonly extraRequests?: number
}

/** The request for a page; `after` is the position of the last row of the page before. */
export interface PageRequest {
  readonly limit: number
  readonly after: string | undefined
  readonly wantsTotal: boolean
}

type ItemOf<B> = B extends { data: (infer T)[]; page: unknown } ? T : never

/** A page of a list; `text` is the same page in another media type. */
export interface PageResponse<T> {
  readonly page: PageResult<T>
  /** Adds an entity tag made of the page's content. */
  readonly isTagged?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: TextContent | undefined
}

export type HandlerResponse<O extends Operation> =
  | BodyResponse<ResultOf<O>>
  | (ResultOf<O> extends undefined ? FileResponse : never)
  | (ItemOf<ResultOf<O>> extends never ? never : PageResponse<ItemOf<ResultOf<O>>> | StreamResponse)

/** An answer ready to be sent, stored for replay, or compared. */
export interface RenderedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly setCookies?: readonly string[]
  readonly body: string | undefined
  readonly extraRequests?: number
  /** In place of the body. */
  readonly file?: FileResponse['file']
  /** A long body, encoded. */
  readonly pieces?: readonly Buffer[]
  /** In place of the body. */
  readonly stream?: AsyncIterable<string>
}
