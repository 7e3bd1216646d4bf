import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { writePackage } from '../../packages/server/src/features/interchange/packages/write-package.ts'
import { sftpTransport } from '../../packages/server/src/features/interchange/transports/sftp-transport.ts'

/**
 * The hub's own way of sending a package by SFTP as a program of its own, as OpenSSH's client is one. The only argument is
 * a file with the task, as JSON. Prints the milliseconds from the first connection to the end of the last.
 */

export interface SendTask {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly hostKey: string
  readonly privateKey: string
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
const { privateKey, folder, xml } = task
// Loads what the hub has loaded long before.
await sftpTransport(task, { privateKey }, signal).stat('.')
const start = performance.now()
const transport = sftpTransport(task, { privateKey }, signal)
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
