import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Tries what a compromised child would try, and reports through its only channel. */

const attempts: Readonly<Record<string, () => unknown>> = {
  readFile: () => readFileSync('/etc/passwd'),
  readOwnFileByPath: () => readFileSync('/proc/self/fd/0'),
  readEnvironment: () => readFileSync('/proc/self/environ'),
  listFolder: () => readdirSync('/'),
  writeFile: () => writeFileSync('/tmp/spindle-probe', 'x'),
  startProcess: () => spawnSync('/bin/ls'),
  startWorker: () => new Worker('', { eval: true }),
  loadAddon: () => process.dlopen({ exports: {} }, '/nonexistent.node'),
}

function isAllowed(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch (error) {
    return !['ERR_ACCESS_DENIED', 'ERR_DLOPEN_DISABLED'].includes((error as { code?: string }).code ?? '')
  }
}

const allowed = Object.entries(attempts).flatMap(([name, attempt]) => (isAllowed(attempt) ? [name] : []))
const start = Buffer.alloc(4)
readSync(0, start, 0, 4, 0)
const detail = JSON.stringify({ allowed, environment: Object.keys(process.env), start: start.toString('latin1') })
process.stdout.write(JSON.stringify({ outcome: 'unusable', code: 'corrupt', detail }))
