import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SshdFiles, sshdProgram, writeSshdFiles } from '../../packages/server/test/harness/sshd-files.ts'
import type { Scratch } from './scratch.ts'

/** OpenSSH's server on the loopback, as the user who measures. */
export interface SshServer extends SshdFiles {
  readonly host: string
  readonly port: number
  readonly user: string
  /** Where its keys lie: `user` is the private one that may sign in, `host.pub` its own. */
  readonly home: string
}

export const isSshdInstalled = (): boolean => existsSync(sshdProgram)

const startTimeoutMs = 10_000

export async function startSshServer(scratch: Scratch, port: number): Promise<SshServer> {
  const home = await scratch.directory('sshd')
  const files = await writeSshdFiles(home, { port })
  const child = spawn(sshdProgram, ['-D', '-f', files.config, '-E', join(home, 'log')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  scratch.onClose(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const start = performance.now()
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() - start > startTimeoutMs) throw new Error('sshd did not start')
    await sleep(20)
  }
  return { ...files, host: '127.0.0.1', port, user: userInfo().username, home }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
