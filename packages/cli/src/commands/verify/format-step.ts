import type { DiscoveryRule, DiscoveryStep } from '@spindle/client'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'

/** One step of the diagnosis as it is shown. What a service says about itself is other people's text. */

/** What one request of the diagnosis found, and the rules it was checked against. */
export interface DiagnosisStep {
  readonly step: DiscoveryStep | 'agent_auth'
  readonly url: string
  readonly ok: boolean
  readonly found?: Readonly<Record<string, unknown>> | object
  readonly rules: readonly DiscoveryRule[]
  readonly warnings: readonly string[]
  readonly error?: {
    readonly code: string
    readonly detail: string
    readonly rule: DiscoveryRule | undefined
    readonly fix: string | undefined
  }
}

const titles = {
  challenge: 'Challenge',
  protected_resource: 'Protected resource metadata',
  authorization_server: 'Authorization server metadata',
  agent_auth: 'Instructions for agents',
} as const

/** What is worth showing of each step. */
const shown: Readonly<Record<DiagnosisStep['step'], readonly string[]>> = {
  challenge: ['scheme', 'parameters'],
  protected_resource: ['resource', 'authorization_servers', 'scopes_supported', 'bearer_methods_supported'],
  authorization_server: ['issuer', 'token_endpoint', 'grant_types_supported', 'scopes_supported'],
  agent_auth: ['claim_uri', 'identity_types_supported', 'contentType', 'lines'],
}

/** Lines for a terminal, ending with an empty one. Control characters of the service are removed. */
export function formatStep(
  { paint }: Output,
  { step, url, ok, found, rules, warnings, error }: DiagnosisStep,
): string[] {
  const mark = ok ? paint('green', '✔') : paint('red', '✖')
  return [
    `${mark} ${paint('bold', titles[step])}  ${sanitizeText(url)}`,
    ...(error === undefined ? [] : errorLines(error, paint)),
    ...foundLines(shown[step], found ?? {}),
    ...warnings.map((words) => `  ${paint('yellow', '!')} ${sanitizeText(words)}`),
    ...rules.map(({ source, text }) => paint('dim', `  ✔ ${text}  (${source})`)),
    '',
  ]
}

function errorLines(
  { code, detail, rule, fix }: NonNullable<DiagnosisStep['error']>,
  paint: Output['paint'],
): string[] {
  return [
    `  ${sanitizeText(detail)}  ${paint('dim', `[${code}]`)}`,
    ...(rule === undefined ? [] : [`  Broken: ${rule.text}  (${rule.source})`]),
    ...(fix === undefined ? [] : [`  Fix: ${fix}`]),
  ]
}

function foundLines(names: readonly string[], found: object): string[] {
  const members = new Map(Object.entries(found))
  return names.flatMap((name) => (members.has(name) ? [`  ${name}: ${sanitizeText(textOf(members.get(name)))}`] : []))
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, member]) => `${name}="${textOf(member)}"`)
    .join(', ')
}
