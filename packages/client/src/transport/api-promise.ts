import type { Answered } from './transport.ts'

/** A promise of the JSON of an answer; `withResponse()` gives headers and request id as well. */
export interface ApiPromise<T> extends Promise<T> {
  /** The data with the response it came in and the id of the request. */
  withResponse(): Promise<Answered<T>>
}

/** Makes both ways to await one request. */
export function apiPromise<T>(work: Promise<Answered<T>>): ApiPromise<T> {
  const data = work.then((answered) => answered.data)
  return Object.assign(data, {
    withResponse() {
      // Who awaits the response does not await `data`; its rejection is the same one and must not count as unhandled.
      data.catch(() => {})
      return work
    },
  })
}
