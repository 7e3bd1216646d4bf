import { request } from 'node:http'
import type { Bench } from './bench.ts'
import { operate } from './hub.ts'
import type { Program } from './program.ts'

/** People at a running hub, who come in as people do. */

export interface Person {
  readonly email: string
  /** What a page of the console sends, with the cookie of the session. */
  readonly headers: Readonly<Record<string, string>>
}

export const password = 'seven quiet harbour lights'

export const fromOwnPage: Readonly<Record<string, string>> = {
  'sec-fetch-site': 'same-origin',
  'x-spindle-console': '1',
}

/** A manager of the account, by an invitation of the operator. */
export async function invitePerson(
  bench: Bench,
  hub: Program,
  {
    databaseUrl,
    accountId,
    email,
  }: { readonly databaseUrl: string; readonly accountId: string; readonly email: string },
): Promise<Person> {
  const printed = await operate(bench, databaseUrl, ['people', 'invite', email, '--account', accountId])
  const token = /#([\w-]{43})/.exec(printed)?.[1]
  const answer = await ask(hub, '/console/api/sign-up', { body: { token, name: 'Mia Blue', password } })
  if (answer.status !== 200 || answer.cookie === undefined) throw new Error(`Nobody was made: ${answer.status}`)
  return { email, headers: { ...fromOwnPage, cookie: answer.cookie } }
}

export interface Asked {
  readonly status: number
  readonly cookie: string | undefined
  readonly ms: number
}

/** One request of a page on its own connection; `from` is any loopback address of this machine. */
export function ask(
  hub: Program,
  path: string,
  { body, from = '127.0.0.1' }: { readonly body: object; readonly from?: string },
): Promise<Asked> {
  const text = JSON.stringify(body)
  const headers = { ...fromOwnPage, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  const start = performance.now()
  return new Promise((resolve, reject) => {
    request(`${hub.url}${path}`, { method: 'POST', headers, agent: false, localAddress: from }, (response) => {
      response.resume()
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          cookie: response.headers['set-cookie']?.[0]?.split(';')[0],
          ms: performance.now() - start,
        }),
      )
    })
      .on('error', reject)
      .end(text)
  })
}
