import type { Attempt } from './attempts.ts'
import type { Foreign } from './foreign.ts'
import type { Inhabitant } from './world.ts'

/** An answer without its unique parts: two that compare equal reveal no difference. */

export interface Heard {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
}

/** Headers of the connection and the time, not of the answer. */
const passing = new Set([
  'date',
  'x-request-id',
  'content-length',
  'connection',
  'keep-alive',
  'etag',
  'upload-expires',
  // The intruder may have used the key before; whose answer it is shows in the body.
  'idempotency-replayed',
])

export async function ask(url: string, { method, path, headers, body }: Attempt): Promise<Heard> {
  const response = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

const idPattern = /\b(acc|rel|trk|upl|key|dlv|evt|req)_[0-9A-Z]{26}/gi
const timePattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

export function normalise({ status, headers, text }: Heard, foreign: Foreign): string {
  const neutral = (value: string): string => {
    let result = value
    for (const word of Object.values(foreign))
      result = result.replaceAll(word, '<foreign>').replaceAll(encodeURIComponent(word), '<foreign>')
    return result
      .replaceAll(idPattern, '<id>')
      .replaceAll(timePattern, '<time>')
      .replaceAll(/\b[0-9a-f]{64}\b/g, '<digest>')
  }
  const kept = Object.entries(headers).filter(([name]) => !passing.has(name))
  return JSON.stringify({
    status,
    headers: kept.map(([name, value]) => `${name}: ${neutral(value)}`).sort(),
    text: neutral(text),
  })
}

/** Any data of the other accounts that the request itself did not contain; undefined if none was found. */
export function findLeak(
  { headers, text }: Heard,
  { path, headers: asked, body }: Attempt,
  others: readonly Inhabitant[],
): string | undefined {
  const said = `${decodeURIComponent(path.replaceAll(/%(?![0-9a-f]{2})/gi, '%25').replaceAll('%ff', ''))} ${JSON.stringify(asked)} ${body ?? ''}`
  const heard = `${JSON.stringify(headers)} ${text}`
  const secrets = others.flatMap(({ canary, account, things }) => [
    canary,
    account.accountId,
    ...things.rel,
    ...things.trk,
    ...things.upl,
    ...things.key,
    ...things.dlv,
    ...things.evt,
  ])
  return secrets.find((secret) => heard.includes(secret) && !said.includes(secret))
}
