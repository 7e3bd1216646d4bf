import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { writePackage } from '../../packages/server/src/features/interchange/packages/write-package.ts'
import { folderTransport } from '../../packages/server/src/features/interchange/transports/folder-transport.ts'
import { sftpTransport } from '../../packages/server/src/features/interchange/transports/sftp-transport.ts'

/**
 * The hub's own way of sending a package as a separate program, like those it is compared with. The only argument
 * is a file with the task, as JSON. Prints the milliseconds from the first connection to the end of the last.
 */

export interface SendTask {
  /** Where the directory is; undefined: here. */
  readonly server?: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly hostKey: string
    readonly privateKey: string
  }
  readonly directory: string
  readonly folder: string
  readonly xml: string
  readonly files: readonly {
    readonly path: string
    readonly source: string
    readonly size: number
    readonly sha256: string
  }[]
}

const { signal } = new AbortController()
const task = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as SendTask
const { server, directory, folder, xml } = task
const open = () => (server ? sftpTransport({ ...server, directory }, server, signal) : folderTransport(directory))
// Loads what the hub has loaded long before.
await open().stat('.')
const start = performance.now()
const transport = open()
await writePackage(
  transport,
  {
    ...{ folder, xml, messageName: 'message.xml', endMark: undefined },
    files: task.files.map((file) => ({ ...file, open: async () => createReadStream(file.source) })),
  },
  signal,
)
await transport.close()
process.stdout.write(String(performance.now() - start))
process.exit(0)
