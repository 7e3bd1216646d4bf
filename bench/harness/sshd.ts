import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { type SshdFiles, sshdProgram, writeSshdFiles } from '../../packages/server/test/harness/sshd-files.ts'
import type { Scratch } from './scratch.ts'
import { untilListening } from './until-listening.ts'

/** OpenSSH's server on the loopback, as the user who measures. */
export interface SshServer extends SshdFiles {
  readonly host: string
  readonly port: number
  readonly user: string
  /** The folder of its keys: `user` is the private key that may sign in, `host.pub` is the server's. */
  readonly home: string
}

export const isSshdInstalled = (): boolean => existsSync(sshdProgram)

export async function startSshServer(scratch: Scratch, port: number): Promise<SshServer> {
  const home = await scratch.directory('sshd')
  const files = await writeSshdFiles(home, { port })
  const child = spawn(sshdProgram, ['-D', '-f', files.config, '-E', join(home, 'log')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  scratch.onClose(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await untilListening('sshd', child, port)
  return { ...files, host: '127.0.0.1', port, user: userInfo().username, home }
}
