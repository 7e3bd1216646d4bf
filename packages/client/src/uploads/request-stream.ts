/**
 * What a source reads, as the body of a request. `failure` says what reading failed with: `fetch` reports only that it
 * did.
 */
export interface BodyStream {
  /** The body for `fetch`. */
  readonly stream: ReadableStream<Uint8Array>
  /** Set when reading the source failed. */
  readonly failure: { readonly error: unknown } | undefined
}

/** How long a request lasts, and whether its chunks are copied. */
export interface StreamOptions {
  /** From the first chunk to the end. */
  readonly maxMs: number
  /** Whether the taker may keep chunks: sources use their memory again. */
  readonly copies: boolean
}

/** Ends with the source, or when its time is over. `onBytes` is called with every chunk as the request takes it. */
export function requestStream(
  chunks: AsyncIterable<Uint8Array>,
  { maxMs, copies }: StreamOptions,
  onBytes: (count: number) => void,
): BodyStream {
  const iterator = chunks[Symbol.asyncIterator]()
  let endsAtMs = Number.POSITIVE_INFINITY
  let failure: BodyStream['failure']
  const end = async (): Promise<undefined> => {
    await iterator.return?.()
  }
  const next = async (): Promise<Uint8Array | undefined> => {
    if (performance.now() >= endsAtMs) return end()
    const result: IteratorResult<Uint8Array, unknown> = await iterator.next()
    return result.done ? undefined : result.value
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await next()
          if (!chunk) return controller.close()
          endsAtMs = Math.min(endsAtMs, performance.now() + maxMs)
          // Not `slice`, which a Buffer answers with a view.
          controller.enqueue(copies ? new Uint8Array(chunk) : chunk)
          onBytes(chunk.byteLength)
        } catch (error) {
          failure = { error }
          throw error
        }
      },
      cancel: end,
    },
    // Read only as fast as the connection takes it.
    { highWaterMark: 0 },
  )
  return {
    stream,
    get failure() {
      return failure
    },
  }
}
