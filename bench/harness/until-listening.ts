import type { ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const startTimeoutMs = 10_000

/** Waits until a program that was just started takes connections. */
export async function untilListening(name: string, child: ChildProcess, port: number): Promise<void> {
  const start = performance.now()
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() - start > startTimeoutMs) throw new Error(`${name} did not start`)
    await sleep(20)
  }
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
