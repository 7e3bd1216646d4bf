import { readResponseBody } from './read-response-body.ts'

/** CSV and NDJSON arrive in pages; here they become one document, passed on as its bytes arrive. */

/** A document in pages, and how to request each. */
export interface TextPages {
  /** Requests a page; without a cursor the one the options name. */
  readonly requestPage: (cursor: { readonly cursor?: string }) => Promise<Response>
  /** CSV repeats its first line on every page. */
  readonly hasHeading: boolean
  /** False: only the requested page. */
  readonly isWhole: boolean
  readonly signal: AbortSignal
}

/** The bytes of all pages, one after the other. Throws when the connection is lost in the middle of one. */
export async function* readTextPages({
  requestPage,
  hasHeading,
  isWhole,
  signal,
}: TextPages): AsyncGenerator<Uint8Array> {
  let cursor: string | undefined
  let isFirst = true
  do {
    const response = await requestPage(cursor === undefined ? {} : { cursor })
    yield* hasHeading && !isFirst
      ? withoutFirstLine(readResponseBody(response, signal))
      : readResponseBody(response, signal)
    cursor = findNextCursor(response.headers.get('link'))
    isFirst = false
  } while (isWhole && cursor !== undefined)
}

const lineFeed = 0x0a

async function* withoutFirstLine(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isPast = false
  for await (const chunk of chunks) {
    const end: number = isPast ? -1 : chunk.indexOf(lineFeed)
    if (isPast) yield chunk
    else if (end >= 0) yield chunk.subarray(end + 1)
    isPast ||= end >= 0
  }
}

/** Only the cursor: behind a proxy the hub may name itself by another address than the one that works from here. */
function findNextCursor(link: string | null): string | undefined {
  const address = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  if (address === undefined || !URL.canParse(address)) return undefined
  return new URL(address).searchParams.get('cursor') ?? undefined
}
