import { beforeAll, describe, expect, it } from 'vitest'
import { patchType, startUploadHub, testBytes, type UploadClient, uploadsPath } from '../harness/uploads.ts'

/**
 * Each sentence of tus 1.0.0 with a MUST for servers: the core protocol, and the extensions that the hub announces. What
 * a sentence requires of clients only is not listed.
 */

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const unknown = `${uploadsPath}/upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`

let client: UploadClient
beforeAll(async () => {
  client = await startUploadHub({ environment: { SPINDLE_MAX_UPLOAD_BYTES: '1000' } })
})

type Requirement = readonly [sentence: string, check: () => Promise<void>]

const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> =>
  client.hub.request(path, {
    method,
    headers: { 'x-api-key': client.key, ...headers },
    ...(body === undefined ? {} : { body }),
  })
const options = (headers: Record<string, string> = {}): Promise<Response> => send('OPTIONS', uploadsPath, headers)
const extensions = async (): Promise<string[]> => (await options()).headers.get('tus-extension')?.split(',') ?? []
const terminate = (path: string): Promise<Response> => send('DELETE', path, { 'tus-resumable': '1.0.0' })
const announces = (extension: string) => async (): Promise<void> => {
  expect(await extensions()).toContain(extension)
}
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** Values that are not a non-negative integer. */
const noCounts = ['-1', '1.5', '1e2', '0x1', 'ten', '+1', '']

const core: readonly Requirement[] = [
  [
    'Upload-Offset: "The value MUST be a non-negative integer."',
    async () => {
      const path = await client.begin(10)
      for (const value of noCounts)
        expect((await client.patch(path, 0, testBytes(1), { 'upload-offset': value })).status).toBe(400)
      expect((await client.head(path)).headers.get('upload-offset')).toBe('0')
    },
  ],
  [
    'Upload-Length: "The value MUST be a non-negative integer."',
    async () => {
      for (const value of noCounts) expect((await client.create({ 'upload-length': value })).status).toBe(400)
      expect((await client.head(await client.begin(0))).headers.get('upload-length')).toBe('0')
    },
  ],
  [
    '"The Tus-Version response header MUST be a comma-separated list of protocol versions supported by the Server. The list MUST be sorted by Server\'s preference"',
    async () => expect((await options()).headers.get('tus-version')).toBe('1.0.0'),
  ],
  [
    '"The Tus-Resumable header MUST be included in every request and response except for OPTIONS requests. The value MUST be the version of the protocol"',
    async () => {
      const path = await client.begin(10)
      const answers = [
        await client.create({ 'upload-length': '1' }),
        await client.create({ 'upload-length': 'ten' }),
        await client.head(path),
        await client.head(unknown),
        await client.patch(path, 0, testBytes(1)),
        await client.patch(path, 7, testBytes(1)),
        await client.patch(path, 1, testBytes(1), { 'x-api-key': 'spn_wrong' }),
        await terminate(path),
      ]
      expect(answers.map(({ headers }) => headers.get('tus-resumable'))).toEqual(Array(8).fill('1.0.0'))
      const without = { 'upload-offset': '0', 'content-type': patchType }
      expect((await send('PATCH', await client.begin(10), without, 'x')).status).toBe(412)
    },
  ],
  [
    '"If the version specified by the Client is not supported by the Server, it MUST respond with the 412 Precondition Failed status and MUST include the Tus-Version header into the response. In addition, the Server MUST NOT process the request."',
    async () => {
      const path = await client.begin(10)
      const other = { 'tus-resumable': '0.2.2' }
      const answers = [
        await client.create({ ...other, 'upload-length': '1' }),
        await client.head(path, other),
        await client.patch(path, 0, testBytes(10), other),
        await send('DELETE', path, other),
      ]
      expect(answers.map(({ status, headers }) => [status, headers.get('tus-version')])).toEqual(
        Array(4).fill([412, '1.0.0']),
      )
      expect(await client.offset(path)).toBe(0)
    },
  ],
  [
    '"The Tus-Extension response header MUST be a comma-separated list of the extensions supported by the Server."',
    async () =>
      expect(await extensions()).toEqual([
        'creation',
        'creation-with-upload',
        'creation-defer-length',
        'termination',
        'expiration',
        'checksum',
      ]),
  ],
  [
    '"The Tus-Max-Size response header MUST be a non-negative integer indicating the maximum allowed size of an entire upload in bytes."',
    async () => expect((await options()).headers.get('tus-max-size')).toBe('1000'),
  ],
  [
    '"The X-HTTP-Method-Override request header MUST be a string which MUST be interpreted as the request\'s method by the Server, if the header is presented. The actual method of the request MUST be ignored."',
    async () => {
      const path = await client.begin(4)
      const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': patchType }
      const patched = await send('POST', path, { ...headers, 'x-http-method-override': 'PATCH' }, 'abcd')
      expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, '4'])
      const deleted = await send('POST', path, { 'tus-resumable': '1.0.0', 'x-http-method-override': 'DELETE' })
      expect(deleted.status).toBe(204)
      expect((await client.head(path)).status).toBe(410)
    },
  ],
  [
    'HEAD: "The Server MUST always include the Upload-Offset header in the response for a HEAD request, even if the offset is 0, or the upload is already considered completed. If the size of the upload is known, the Server MUST include the Upload-Length header in the response."',
    async () => {
      const path = await client.begin(4)
      const before = await client.head(path)
      expect([before.headers.get('upload-offset'), before.headers.get('upload-length')]).toEqual(['0', '4'])
      await client.patch(path, 0, testBytes(4))
      const after = await client.head(path)
      expect([after.headers.get('upload-offset'), after.headers.get('upload-length')]).toEqual(['4', '4'])
    },
  ],
  [
    'HEAD: "The Server MUST prevent the client and/or proxies from caching the response by adding the Cache-Control: no-store header to the response."',
    async () => {
      for (const path of [await client.begin(4), unknown])
        expect((await client.head(path)).headers.get('cache-control')).toBe('no-store')
    },
  ],
  [
    'PATCH: "All PATCH requests MUST use Content-Type: application/offset+octet-stream"',
    async () => {
      const path = await client.begin(10)
      const answer = await client.patch(path, 0, testBytes(10), { 'content-type': 'application/octet-stream' })
      expect(answer.status).toBe(415)
      expect(await client.offset(path)).toBe(0)
    },
  ],
  [
    'PATCH: "The Upload-Offset header\'s value MUST be equal to the current offset of the resource. If the offsets do not match, the Server MUST respond with the 409 Conflict status without modifying the upload resource."',
    async () => {
      const path = await client.begin(10)
      await client.patch(path, 0, testBytes(4))
      for (const offset of [0, 3, 5, 10]) expect((await client.patch(path, offset, testBytes(1))).status).toBe(409)
      expect(await client.offset(path)).toBe(4)
    },
  ],
  [
    'PATCH: "The Server MUST acknowledge successful PATCH requests with the 204 No Content status. It MUST include the Upload-Offset header containing the new offset. The new offset MUST be the sum of the offset before the PATCH request and the number of bytes received"',
    async () => {
      const path = await client.begin(10)
      for (const [offset, bytes, sum] of [
        [0, 3, '3'],
        [3, 0, '3'],
        [3, 7, '10'],
      ] as const) {
        const answer = await client.patch(path, offset, testBytes(bytes))
        expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, sum])
      }
    },
  ],
  [
    'OPTIONS: "A successful response indicated by the 204 No Content or 200 OK status MUST contain the Tus-Version header."',
    async () => {
      const answer = await options()
      expect([answer.status, answer.headers.get('tus-version')]).toEqual([204, '1.0.0'])
    },
  ],
  [
    'OPTIONS: "The Client SHOULD NOT include the Tus-Resumable header in the request and the Server MUST ignore the header."',
    async () => expect((await options({ 'tus-resumable': '0.2.2' })).status).toBe(204),
  ],
]

const creation: readonly Requirement[] = [
  [
    'Creation: "If the Server supports this extension, it MUST add creation to the Tus-Extension header."',
    announces('creation'),
  ],
  [
    'Upload-Defer-Length: "Its value MUST be 1. If the length of an upload is not deferred, this header MUST be omitted."',
    async () => {
      for (const value of ['0', '2', 'true', ''])
        expect((await client.create({ 'upload-defer-length': value })).status).toBe(400)
      expect((await client.create({ 'upload-defer-length': '1', 'upload-length': '5' })).status).toBe(400)
      expect((await client.head(await client.begin(5))).headers.get('upload-defer-length')).toBeNull()
    },
  ],
  [
    'Upload-Metadata: "MUST consist of one or more comma-separated key-value pairs. The key and value MUST be separated by a space. The key MUST NOT contain spaces and commas and MUST NOT be empty. The value MUST be Base64 encoded. All keys MUST be unique."',
    async () => {
      for (const value of ['a YQ== YQ==', 'a %%%', 'a YQ==,a YQ==', 'a YQ==,,b YQ=='])
        expect((await client.create({ 'upload-length': '1', 'upload-metadata': value })).status).toBe(400)
      for (const value of ['a YQ==', 'a YQ==,b YQ==', 'a', 'a ,b YQ=='])
        expect((await client.create({ 'upload-length': '1', 'upload-metadata': value })).status).toBe(201)
    },
  ],
  [
    'POST: "The request MUST include one of the following headers: Upload-Length, Upload-Defer-Length: 1"',
    async () => expect((await client.create({})).status).toBe(400),
  ],
  [
    '"Once it is known the Client MUST set the Upload-Length header in the next PATCH request. Once set the length MUST NOT be changed."',
    async () => {
      const created = await client.create({ 'upload-defer-length': '1' })
      const path = new URL(created.headers.get('location') ?? '').pathname
      expect((await client.patch(path, 0, testBytes(5), { 'upload-length': '9' })).status).toBe(204)
      expect((await client.patch(path, 5, testBytes(1), { 'upload-length': '8' })).status).toBe(400)
      expect((await client.head(path)).headers.get('upload-length')).toBe('9')
    },
  ],
  [
    '"As long as the length of the upload is not known, the Server MUST set Upload-Defer-Length: 1 in all responses to HEAD requests."',
    async () => {
      const created = await client.create({ 'upload-defer-length': '1' })
      const path = new URL(created.headers.get('location') ?? '').pathname
      expect((await client.head(path)).headers.get('upload-defer-length')).toBe('1')
      await client.patch(path, 0, testBytes(5))
      expect((await client.head(path)).headers.get('upload-defer-length')).toBe('1')
    },
  ],
  [
    '"If the Server supports deferring length, it MUST add creation-defer-length to the Tus-Extension header."',
    announces('creation-defer-length'),
  ],
  [
    '"If an upload contains additional metadata, responses to HEAD requests MUST include the Upload-Metadata header and its value as specified by the Client during the creation."',
    async () => {
      for (const metadata of [
        `filename ${base64('../ä.wav')},filetype ${base64('audio/wav')}`,
        'own YQ==,empty',
        'a ,b YQ==',
      ]) {
        const path = await client.begin(4, metadata)
        expect((await client.head(path)).headers.get('upload-metadata')).toBe(metadata)
        await client.patch(path, 0, testBytes(4))
        expect((await client.head(path)).headers.get('upload-metadata')).toBe(metadata)
      }
      expect((await client.head(await client.begin(4))).headers.get('upload-metadata')).toBeNull()
    },
  ],
  [
    '"If the length of the upload exceeds the maximum, the Server MUST respond with the 413 Request Entity Too Large status."',
    async () => expect((await client.create({ 'upload-length': '1001' })).status).toBe(413),
  ],
  [
    '"The Server MUST acknowledge a successful upload creation with the 201 Created status. The Server MUST set the Location header to the URL of the created resource."',
    async () => {
      const created = await client.create({ 'upload-length': '1' })
      expect(created.status).toBe(201)
      expect((await client.head(new URL(created.headers.get('location') ?? '').pathname)).status).toBe(200)
    },
  ],
  [
    'Creation With Upload: "If the Server supports this extension, it MUST advertise this by including creation-with-upload in the Tus-Extension header."',
    announces('creation-with-upload'),
  ],
  [
    '"The Client MUST include the Content-Type: application/offset+octet-stream header. The Server MUST include the Upload-Offset header in the response and MUST set its value to the offset of the upload after applying the accepted bytes."',
    async () => {
      const other = await client.create({ 'upload-length': '9', 'content-type': 'text/plain' }, testBytes(4))
      expect(other.status).toBe(415)
      const created = await client.create({ 'upload-length': '9', 'content-type': patchType }, testBytes(4))
      expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '4'])
    },
  ],
]

const others: readonly Requirement[] = [
  [
    'Expiration: "In order to indicate this behavior to the Client, the Server MUST add expiration to the Tus-Extension header."',
    announces('expiration'),
  ],
  [
    '"This header (Upload-Expires) MUST be included in every PATCH response if the upload is going to expire. If the expiration is known at the creation, the Upload-Expires header MUST be included in the response to the initial POST request. MUST be in RFC 7231 datetime format."',
    async () => {
      const created = await client.create({ 'upload-length': '9' })
      expect(created.headers.get('upload-expires')).toMatch(httpDate)
      const path = new URL(created.headers.get('location') ?? '').pathname
      expect((await client.patch(path, 0, testBytes(4))).headers.get('upload-expires')).toMatch(httpDate)
    },
  ],
  ['Checksum: "If supported, the Server MUST add checksum to the Tus-Extension header."', announces('checksum')],
  [
    '"the Server MUST verify the uploaded chunk against the provided checksum using the specified algorithm. In the first two cases (not supported, mismatch) the uploaded chunk MUST be discarded, and the upload and its offset MUST NOT be updated."',
    async () => {
      const path = await client.begin(11)
      const body = new TextEncoder().encode('hello world')
      const patch = (checksum: string) => client.patch(path, 0, body, { 'upload-checksum': checksum })
      expect((await patch('crc16 AAAA')).status).toBe(400)
      expect((await patch('sha1 AAAAAAAAAAAAAAAAAAAAAAAAAAA=')).status).toBe(460)
      expect(await client.offset(path)).toBe(0)
      expect((await patch('sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=')).status).toBe(204)
    },
  ],
  [
    '"The Server MUST support at least the SHA1 checksum algorithm identified by sha1. The names of the checksum algorithms MUST only consist of ASCII characters with the modification that uppercase characters are excluded. The Tus-Checksum-Algorithm header MUST be included in the response to an OPTIONS request. MUST be a comma-separated list"',
    async () => expect((await options()).headers.get('tus-checksum-algorithm')).toBe('sha256,sha1,md5,crc32c'),
  ],
  [
    'Upload-Checksum: "The header MUST consist of the name of the used checksum algorithm and the Base64 encoded checksum separated by a space."',
    async () => {
      const path = await client.begin(1)
      for (const value of ['sha1', 'sha1:YQ==', 'YQ== sha1', 'sha1 %%%'])
        expect((await client.patch(path, 0, testBytes(1), { 'upload-checksum': value })).status).toBe(400)
    },
  ],
  [
    'Termination: "If this extension is supported by the Server, it MUST be announced by adding termination to the Tus-Extension header."',
    announces('termination'),
  ],
  [
    'DELETE: "When receiving a DELETE request for an existing upload the Server MUST respond with the 204 No Content status confirming that the upload was terminated."',
    async () => {
      const [unfinished, finished] = [await client.begin(4), await client.begin(4)]
      await client.patch(finished, 0, testBytes(4))
      for (const path of [unfinished, finished]) {
        expect((await terminate(path)).status).toBe(204)
        expect((await client.head(path)).status).toBe(410)
      }
    },
  ],
]

describe('tus 1.0.0', () => {
  it.each([...core, ...creation, ...others])('%s', async (_, check) => check())
})
