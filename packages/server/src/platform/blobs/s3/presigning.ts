import type { GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import type { AnswerHeaders } from '../blobs.ts'
import type { BucketOptions } from './objects.ts'
import { objectStoreRequests, type RequestOptions } from './requests.ts'

/**
 * Presigned addresses at the object store: each allows one operation until it expires. Creating one needs no request.
 */

export interface PresigningOptions extends RequestOptions, BucketOptions {
  /** The endpoint for clients. Undefined: the same as the hub's. */
  readonly publicEndpoint?: string | undefined
}

export type Presigning = ReturnType<typeof presigning>

/**
 * Opens a separate client, which `close` ends. Addresses contain `publicEndpoint`, because the host is part of what is
 * signed.
 */
export function presigning({ bucket, publicEndpoint, ...options }: PresigningOptions) {
  const { sign, close } = objectStoreRequests({ ...options, endpoint: publicEndpoint ?? options.endpoint })
  return {
    /** Reads an object; the answer has these headers. */
    read: (Key: string, answer: AnswerHeaders, seconds: number): Promise<string> =>
      sign(async ({ GetObjectCommand }, client) => {
        const command = new GetObjectCommand({ Bucket: bucket, Key, ...answerOf(answer) })
        command.middlewareStack.add(signAddress(client, seconds), beforeSending)
        return addressIn(await client.send(command))
      }),
    /** Stores one part of exactly so many bytes. */
    writePart: (Key: string, { uploadId, number, bytes }: WrittenPart, seconds: number): Promise<string> =>
      sign(async ({ UploadPartCommand }, client) => {
        const part = { UploadId: uploadId, PartNumber: number, ContentLength: bytes }
        const command = new UploadPartCommand({ Bucket: bucket, Key, ...part })
        command.middlewareStack.add(signAddress(client, seconds), beforeSending)
        return addressIn(await client.send(command))
      }),
    close,
  }
}

/** The one part of a multipart upload that the address lets a client write. `number` counts from 1. */
export interface WrittenPart {
  /** The id of the multipart upload. */
  readonly uploadId: string
  readonly number: number
  readonly bytes: number
}

const answerOf = ({
  contentType,
  contentDisposition,
  cacheControl,
}: AnswerHeaders): Partial<GetObjectCommandInput> => ({
  ResponseContentType: contentType,
  ResponseContentDisposition: contentDisposition,
  ResponseCacheControl: cacheControl,
})

/** The request that the SDK made from a command. */
interface SdkRequest {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>
  headers: Record<string, string>
}

/** A method that every signer of the SDK has but its type does not declare. */
interface Signer {
  presign(request: SdkRequest, options: { readonly expiresIn: number }): Promise<SdkRequest>
}

const beforeSending = { step: 'finalizeRequest', priority: 'high' } as const

/** Only the SDK sends these headers: clients that use the address do not. */
const ownHeaders = ['content-type', 'x-amz-user-agent', 'user-agent', 'amz-sdk-invocation-id', 'amz-sdk-request']

/** Runs instead of the request. The bytes are unknown here, so the signature leaves them out. */
const signAddress = (client: S3Client, expiresIn: number) => () => async (args: { readonly request: unknown }) => {
  const request = args.request as SdkRequest
  for (const name of ownHeaders) delete request.headers[name]
  request.headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD'
  const signer = (await client.config.signer()) as unknown as Signer
  const signed = await signer.presign(request, { expiresIn })
  return { response: {}, output: { $metadata: {}, address: toAddress(signed) } as never }
}

const addressIn = (output: unknown): string => (output as { readonly address: string }).address

function toAddress({ protocol, hostname, port, path, query = {} }: SdkRequest): string {
  const parameters = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(String(value ?? ''))}`)
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}?${parameters.join('&')}`
}

/** The encoding that signatures require: everything except RFC 3986's unreserved characters. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
