import { fileURLToPath } from 'node:url'
import { createAccess } from '../harness/access.ts'
import type { Bench } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import { freePort, type Program, startProgram } from '../harness/program.ts'
import { createUpload, removeUpload, type SourceFile, sendBytes, type TusServer } from '../harness/tus-client.ts'

/** A running server that takes uploads by tus. */
export interface UploadServer extends TusServer {
  readonly program: Program
}

export interface UploadHub extends UploadServer {
  readonly databaseUrl: string
  readonly dataDir: string
}

export async function startHubForUploads(
  bench: Bench,
  role: 'api' | 'all',
  environment: Readonly<Record<string, string>> = {},
  /** Of its database; one of this name that is there is dropped. */
  name = 'uploads',
): Promise<UploadHub> {
  const databaseUrl = await (await bench.postgres()).createDatabase(name)
  const dataDir = await bench.scratch.directory('hub')
  const program = await startHub(bench, { databaseUrl, dataDir, role, environment })
  const { headers } = await createAccess(bench, program, databaseUrl)
  return { program, databaseUrl, dataDir, headers, url: `${program.url}/api/v1/distributor/uploads` }
}

export async function startTusPeer({ scratch }: Bench): Promise<UploadServer> {
  const port = await freePort()
  const program = await startProgram({
    scratch,
    module: fileURLToPath(new URL('../limits/tus-peer.ts', import.meta.url)),
    args: [String(port), await scratch.directory('tus')],
    port,
    readyPath: '/healthz',
  })
  return { program, headers: {}, url: `${program.url}/files` }
}

export async function uploadAndRemove(server: TusServer, source: SourceFile): Promise<void> {
  const upload = await createUpload(server, source)
  await sendBytes(server, upload, source)
  await removeUpload(server, upload)
}
