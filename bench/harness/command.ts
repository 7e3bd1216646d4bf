import { spawn, spawnSync } from 'node:child_process'

/** Runs a program to its end and returns what it printed; rejects when it fails. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    let messages = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      messages = (messages + chunk.toString()).slice(-4_000)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(printed)
      else reject(new Error(`${command} ended with ${code}: ${messages}`))
    })
  })
}

export const isInstalled = (command: string, versionFlag: string): boolean =>
  spawnSync(command, [versionFlag], { stdio: 'ignore' }).error === undefined
