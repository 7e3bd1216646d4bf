import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Objects } from '../objects.ts'
import { guarded, storageError } from '../storage-errors.ts'
import { type ObjectStoreOptions, objectStore } from './object-store.ts'
import { type Payload, payloadOf } from './payload.ts'

/** Objects in a bucket, under `prefix`: empty, or ends with a slash. */
export function s3Objects(options: ObjectStoreOptions & { readonly prefix: string }): Objects {
  const { prefix } = options
  const store = objectStore(options)
  return {
    put: (name, bytes) => guarded(() => store.put(`${prefix}${name}`, payloadOf(bytes))),
    putFile: (name, file) => guarded(async () => store.put(`${prefix}${name}`, await payloadOfFile(file))),
    fetch: (name, file) =>
      guarded(async () => {
        const body = await store.get(`${prefix}${name}`)
        if (!body) return false
        await pipeline(body, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
        return true
      }),
    async *list(wanted) {
      try {
        for await (const { name } of store.list(`${prefix}${wanted}`)) yield name.slice(prefix.length)
      } catch (error) {
        throw storageError(error)
      }
    },
    remove: (name) => guarded(() => store.remove(`${prefix}${name}`)),
    close: () => store.close(),
  }
}

async function payloadOfFile(file: string): Promise<Payload> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return { bytes: (await stat(file)).size, sha256: hash.digest(), open: () => createReadStream(file) }
}
