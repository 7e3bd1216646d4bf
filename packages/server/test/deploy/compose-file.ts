import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { atEnd } from '../harness/cleanup.ts'

/** `deploy/compose.yml` as Compose reads it: merged, with the values of `deploy/.env` or the environment. */

export const deployed = (path: string): string => new URL(`../../../../deploy/${path}`, import.meta.url).pathname

export type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully'

export interface ComposeService {
  readonly profiles?: readonly string[]
  readonly image: string
  readonly build?: string | { readonly context: string; readonly dockerfile: string }
  readonly command?: readonly string[]
  readonly entrypoint?: readonly string[]
  readonly restart?: string
  readonly read_only?: boolean
  readonly stop_grace_period?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly configs?: readonly { readonly source: string; readonly target: string }[]
  readonly ports?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: Condition }>>
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
  readonly deploy?: { readonly replicas?: number }
  readonly networks?: Readonly<Record<string, { readonly aliases?: readonly string[]; readonly ipv4_address?: string }>>
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly configs: Readonly<Record<string, { readonly content: string }>>
  readonly networks: Readonly<
    Record<string, { readonly ipam: { readonly config: readonly { subnet: string; ip_range: string }[] } }>
  >
}

export const composeText = readFileSync(deployed('compose.yml'), 'utf8')

/** Throws if a variable is missing that the file requires. */
export const readCompose = (variables: Readonly<Record<string, string>>): ComposeFile =>
  parse(interpolate(composeText, variables), { merge: true })

/** `${NAME:?}` is required, `${NAME:-value}` has a default. */
function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_whole, name: string, kind: string, value: string) => {
    const given = variables[name] ?? ''
    if (given === '' && kind === '?') throw new Error(`required variable ${name} is missing a value`)
    return given === '' ? value : given
  })
}

/** `make-secrets` in a separate folder, and the folder it writes to. */
export async function copyMakeSecrets() {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-compose-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const script = join(folder, 'make-secrets')
  await copyFile(deployed('make-secrets'), script)
  const make = (...args: string[]): Promise<{ readonly code?: number; readonly stderr: string }> =>
    promisify(execFile)(script, args).catch((error: { code: number; stderr: string }) => error)
  return { file: join(folder, '.env'), make }
}

/** Its output for a profile. */
export async function makeVariables(profile: 'single' | 'ha'): Promise<Readonly<Record<string, string>>> {
  const { file, make } = await copyMakeSecrets()
  await make(profile)
  return parseEnvironment(await readFile(file, 'utf8'))
}

/** Lines of NAME=value. */
export const parseEnvironment = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  )
