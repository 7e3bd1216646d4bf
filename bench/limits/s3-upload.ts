import { open } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

/**
 * A file straight to an object store, as `Upload` of @aws-sdk/lib-storage sends one: parts from memory, four at a time.
 * Arguments: ENDPOINT BUCKET REGION FILE PART_BYTES; the key comes from the environment. Prints the milliseconds it took.
 */

const [endpoint = '', Bucket = '', region = '', path = '', partBytes = ''] = process.argv.slice(2)
const { S3_KEY: accessKeyId = '', S3_SECRET: secretAccessKey = '' } = process.env
const sentAtOnce = 4
const client = new S3Client({
  endpoint,
  region,
  forcePathStyle: true,
  credentials: { accessKeyId, secretAccessKey },
  requestChecksumCalculation: 'WHEN_REQUIRED',
})
const object = { Bucket, Key: `bench/${process.pid}` }
const file = await open(path)
const { size } = await file.stat()
const length = Number(partBytes)

// Loads what Node loads with its first request.
await client.send(new DeleteObjectCommand(object))
const start = performance.now()
const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
const parts: { readonly PartNumber: number; readonly ETag: string | undefined }[] = []
let next = 1
const sendInTurn = async (): Promise<void> => {
  for (let PartNumber = next++; (PartNumber - 1) * length < size; PartNumber = next++) {
    const from = (PartNumber - 1) * length
    const { buffer: Body } = await file.read(Buffer.allocUnsafeSlow(Math.min(length, size - from)), { position: from })
    const { ETag } = await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body }))
    parts.push({ PartNumber, ETag })
  }
}
try {
  await Promise.all(Array.from({ length: sentAtOnce }, sendInTurn))
  const Parts = parts.sort((one, other) => one.PartNumber - other.PartNumber)
  await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }))
} catch (error) {
  await client.send(new AbortMultipartUploadCommand({ ...object, UploadId }))
  throw error
}
const ms = performance.now() - start
await client.send(new DeleteObjectCommand(object))
await file.close()
process.stdout.write(JSON.stringify({ ms }))
