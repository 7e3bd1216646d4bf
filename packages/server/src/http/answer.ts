import type { Operation, ResultOf } from '@spindle/contract'

/** JSON text made elsewhere (by SQL): passed through as it is. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What a handler answers beside its body. */
export interface Answer<B> {
  readonly body: B | RawJson
  /** Only needed where the operation has more than one success status. */
  readonly status?: number
  readonly etag?: string | undefined
  readonly location?: string
  /** Another media type than JSON, with the body as text, e.g. CSV. */
  readonly text?: { readonly mediaType: string; readonly content: string; readonly filename?: string }
  readonly headers?: Readonly<Record<string, string>>
}

/** One page as stores answer it: rows (or their JSON made by SQL) and the position the next page starts after. */
export interface PageResult<T> {
  readonly data: readonly T[] | RawJson
  readonly next: string | null
  readonly total?: number | undefined
}

/** What a list asks for; `after` is the position of the last row of the page before. */
export interface PageRequest {
  readonly limit: number
  readonly after: string | undefined
  readonly wantsTotal: boolean
}

type ItemOf<B> = B extends { data: (infer T)[]; page: unknown } ? T : never

export type HandlerResult<O extends Operation> =
  | Answer<ResultOf<O>>
  | (ItemOf<ResultOf<O>> extends never
      ? never
      : {
          readonly page: PageResult<ItemOf<ResultOf<O>>>
          readonly headers?: Readonly<Record<string, string>>
          readonly text?: never
        })

/** An answer ready to be sent, stored for replay, or compared. */
export interface Rendered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}
