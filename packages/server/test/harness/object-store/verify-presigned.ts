import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What a store checks in a presigned address, by Signature Version 4 and without the SDK. */

export type Verdict = 'valid' | 'expired' | 'SignatureDoesNotMatch'

/** Undefined for a request whose address is not signed. */
export function verifyPresigned(request: IncomingMessage, secret: string): Verdict | undefined {
  const url = new URL(request.url ?? '/', 'http://store')
  const fieldOf = (name: string): string => url.searchParams.get(`X-Amz-${name}`) ?? ''
  const signature = fieldOf('Signature')
  if (signature === '') return undefined
  const [, ...scope] = fieldOf('Credential').split('/')
  const names = fieldOf('SignedHeaders').split(';')
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    names.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const key = scope.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`)
  const expected = hmac(key, ['AWS4-HMAC-SHA256', fieldOf('Date'), scope.join('/'), digest].join('\n')).toString('hex')
  if (signature !== expected) return 'SignatureDoesNotMatch'
  const signedAt = fieldOf('Date').replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5')
  return Date.parse(signedAt) + Number(fieldOf('Expires')) * 1000 < Date.now() ? 'expired' : 'valid'
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
