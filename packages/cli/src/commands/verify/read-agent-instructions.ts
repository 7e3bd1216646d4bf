import type { DiscoveryRule } from '@spindle/client'
import { environmentFetch } from '@spindle/client/node'

/** The instructions that `agent_auth.skill` names: whether an agent could read them. */

/** Either `found` or `problem` is there. */
export interface AgentInstructions {
  readonly rule: DiscoveryRule
  readonly found?: { readonly contentType: string; readonly lines: number }
  readonly problem?: { readonly code: string; readonly detail: string }
}

const timeoutMs = 10_000
const rule: DiscoveryRule = {
  source: 'auth.md',
  text: 'agent_auth.skill links to text instructions that need no credential',
}

/** Follows no redirect and waits ten seconds. Throws only when `signal` is aborted. */
export async function readAgentInstructions(url: unknown, signal: AbortSignal): Promise<AgentInstructions> {
  const broken = (code: string, detail: string): AgentInstructions => ({ rule, problem: { code, detail } })
  if (typeof url !== 'string' || !URL.canParse(url)) return broken('url_invalid', 'agent_auth.skill is not a URL')
  const response = await ask(url, signal)
  if (response === undefined) return broken('unreachable', 'there was no response')
  const contentType = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? 'no type'
  if (response.status !== 200) return broken('status_unexpected', `the response is ${response.status}, not 200`)
  if (!readable.has(contentType))
    return broken('media_type_unexpected', `the response is ${contentType}, not text/markdown`)
  return { rule, found: { contentType, lines: (await response.text()).trimEnd().split('\n').length } }
}

const readable = new Set(['text/markdown', 'text/plain'])

async function ask(url: string, signal: AbortSignal): Promise<Response | undefined> {
  try {
    return await environmentFetch(url, {
      headers: { accept: 'text/markdown' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
