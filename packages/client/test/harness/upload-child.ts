import { Spindle } from '../../src/index.ts'
import { fileUploadCache, uploadFile } from '../../src/node.ts'

/** A separate process that uploads a file and, on request, dies by SIGKILL as soon as so many bytes are sent. */
const [baseUrl = '', apiKey = '', folder = '', path = '', dieAfterBytes = '', how = 'parts'] = process.argv.slice(2)
const client = new Spindle({ baseUrl, apiKey, uploadCache: fileUploadCache(folder) })
let firstBytes: number | undefined
const upload = await uploadFile(client, path, {
  partBytes: how === 'parts' ? 256 * 1024 : undefined,
  onProgress({ uploadedBytes }) {
    firstBytes ??= uploadedBytes
    if (dieAfterBytes !== '' && uploadedBytes >= Number(dieAfterBytes)) process.kill(process.pid, 'SIGKILL')
  },
})
process.stdout.write(JSON.stringify({ id: upload.id, sha256: upload.sha256, firstBytes }))
