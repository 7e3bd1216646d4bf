import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright-core'
import { atEnd } from '../../../server/test/harness/cleanup.ts'

/** A Chromium with a profile on disk, which can be killed and started again. */
export interface LastingChromium {
  /** Starts it; returns a page. */
  start(): Promise<Page>
  /** As the kernel does when memory ends: nothing is tidied up. */
  kill(): Promise<void>
  /** Whether the browser has written to disk what pages have stored and the pattern looks for. */
  hasStored(pattern: RegExp): Promise<boolean>
}

export async function lastingChromium(): Promise<LastingChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'spindle-profile-'))
  let running: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    const child = running
    running = undefined
    if (child?.pid === undefined || child.exitCode !== null) return
    const isOver = once(child, 'exit')
    // With everything it has started.
    process.kill(-child.pid, 'SIGKILL')
    await isOver
  }
  atEnd(async () => {
    await kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    kill,
    async start() {
      const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0']
      running = spawn('/usr/bin/chromium', [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const browser = await chromium.connectOverCDP(await readAddress(running))
      const [context] = browser.contexts()
      if (!context) throw new Error('no context')
      return context.newPage()
    },
    async hasStored(pattern) {
      const folder = join(profile, 'Default', 'Local Storage', 'leveldb')
      const names = await readdir(folder).catch(() => [])
      const texts = names.map((name) => readFile(join(folder, name), 'latin1').catch(() => ''))
      return (await Promise.all(texts)).some((text) => pattern.test(text))
    },
  }
}

async function readAddress({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('no output')
  for await (const line of createInterface(stderr)) {
    const [, address] = /^DevTools listening on (ws:\S+)/.exec(line) ?? []
    if (address === undefined) continue
    stderr.resume()
    return address
  }
  throw new Error('Chromium ended before it listened')
}
