import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, Server, Upload } from '@tus/server'

/**
 * The peer of uploads: @tus/server over a store that does what its own file store does - a stream into a file and a
 * small file of metadata beside it - with neither a digest nor a sync. Arguments: PORT DIRECTORY.
 */

const [port, directory = ''] = process.argv.slice(2)

class FileStore extends DataStore {
  constructor() {
    super()
    this.extensions = ['creation', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    await (await open(join(directory, upload.id), 'w')).close()
    await writeFile(join(directory, `${upload.id}.json`), JSON.stringify(upload))
    return upload
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    let bytes = 0
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        done(null, chunk)
      },
    })
    await pipeline(readable, count, createWriteStream(join(directory, id), { flags: 'r+', start: offset }))
    return offset + bytes
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size } = JSON.parse(await this.readMetadata(id)) as { size: number }
    return new Upload({ id, size, offset: (await stat(join(directory, id))).size })
  }

  override async remove(id: string): Promise<void> {
    await unlink(join(directory, id))
    await unlink(join(directory, `${id}.json`))
  }

  private async readMetadata(id: string): Promise<string> {
    let text = ''
    for await (const chunk of createReadStream(join(directory, `${id}.json`), 'utf8')) text += chunk as string
    return text
  }
}

const server = new Server({ path: '/files', datastore: new FileStore() })
server.get('/healthz', async () => new Response('{}'))
server.listen({ host: '127.0.0.1', port: Number(port) })
