import type { BucketOptions } from './objects.ts'
import { beforeSigning, bodyOf, type Payload, signPayload } from './payload.ts'
import { orAbsent, type Requests } from './requests.ts'

/** A part as the store has it. */
export interface StoredPart {
  readonly number: number
  readonly etag: string
  readonly bytes: number
}

/** The destination of a part, and the owner of its bytes. */
export interface PartToPut {
  readonly name: string
  readonly uploadId: string
  readonly number: number
  readonly owner?: string | undefined
}

/** A multipart upload that was neither completed nor aborted. */
export interface OpenUpload {
  readonly name: string
  readonly id: string
  readonly begunAt: Date
}

/** Requests about the multipart uploads that objects of one bucket are made of. */
export function multipartRequests({ run }: Requests, { bucket, pageSize = 1000 }: BucketOptions) {
  const name = { Bucket: bucket }
  return {
    beginUpload: (Key: string): Promise<string> =>
      run('begin_upload', async ({ CreateMultipartUploadCommand }, client, limits) => {
        const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...name, Key }), limits)
        if (UploadId === undefined) throw new Error('the object store began an upload without a name')
        return UploadId
      }),
    putPart: (
      { name: Key, uploadId: UploadId, number: PartNumber, owner }: PartToPut,
      payload: Payload,
    ): Promise<string> =>
      run(
        'put_part',
        async ({ UploadPartCommand }, client, limits) => {
          const command = new UploadPartCommand({ ...name, Key, UploadId, PartNumber, ...bodyOf(payload) })
          command.middlewareStack.add(signPayload(payload), beforeSigning)
          const { ETag } = await client.send(command, limits)
          if (ETag === undefined) throw new Error('the object store took a part and did not name it')
          return ETag
        },
        { bytes: payload.bytes, owner },
      ),
    /** Undefined when the upload does not exist: it was completed or aborted. */
    async listParts(Key: string, UploadId: string): Promise<StoredPart[] | undefined> {
      const parts: StoredPart[] = []
      let PartNumberMarker: string | undefined
      do {
        const input = { ...name, Key, UploadId, MaxParts: pageSize, PartNumberMarker }
        const page = await run('list_parts', ({ ListPartsCommand }, client, limits) =>
          orAbsent(() => client.send(new ListPartsCommand(input), limits)),
        )
        if (!page) return undefined
        for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? [])
          parts.push({ number: PartNumber, etag: ETag, bytes: Size })
        // Some stores name a next part even after the last one.
        PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined
      } while (PartNumberMarker !== undefined)
      return parts
    },
    completeUpload: (
      Key: string,
      UploadId: string,
      parts: readonly Pick<StoredPart, 'number' | 'etag'>[],
    ): Promise<void> =>
      run('complete_upload', async ({ CompleteMultipartUploadCommand }, client, limits) => {
        const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
        await client.send(
          new CompleteMultipartUploadCommand({ ...name, Key, UploadId, MultipartUpload: { Parts } }),
          limits,
        )
      }),
    abortUpload: (Key: string, UploadId: string): Promise<void> =>
      run('abort_upload', async ({ AbortMultipartUploadCommand }, client, limits) => {
        await orAbsent(() => client.send(new AbortMultipartUploadCommand({ ...name, Key, UploadId }), limits))
      }),
    /** Multipart uploads that were neither completed nor aborted. */
    async *listUploads(Prefix: string): AsyncGenerator<OpenUpload> {
      let marker: { readonly KeyMarker?: string | undefined; readonly UploadIdMarker?: string | undefined } = {}
      for (;;) {
        const input = { ...name, Prefix, MaxUploads: pageSize, ...marker }
        const page = await run('list_uploads', ({ ListMultipartUploadsCommand }, client, limits) =>
          client.send(new ListMultipartUploadsCommand(input), limits),
        )
        for (const { Key = '', UploadId = '', Initiated = new Date() } of page.Uploads ?? [])
          yield { name: Key, id: UploadId, begunAt: Initiated }
        if (!page.IsTruncated) return
        marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      }
    },
  }
}
