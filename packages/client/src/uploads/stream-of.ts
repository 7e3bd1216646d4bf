/** What a source reads, as the body of a request. `failure` says what reading failed with: `fetch` tells only that it did. */
export interface BodyStream {
  readonly stream: ReadableStream<Uint8Array>
  readonly failure: { readonly error: unknown } | undefined
}

/** `onBytes` hears of every chunk as the request takes it. */
export function streamOf(chunks: AsyncIterable<Uint8Array>, onBytes: (count: number) => void): BodyStream {
  const iterator = chunks[Symbol.asyncIterator]()
  let failure: BodyStream['failure']
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next()
          if (done) return controller.close()
          controller.enqueue(value)
          onBytes(value.byteLength)
        } catch (error) {
          failure = { error }
          throw error
        }
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    // Read only what the line takes.
    { highWaterMark: 0 },
  )
  return {
    stream,
    get failure() {
      return failure
    },
  }
}
