import { type AgentAuthMetadata, DiscoveryError, type DiscoveryReport, discover } from '@spindle/client'
import type { Context } from '../context.ts'
import { exitCodes } from '../errors.ts'
import { fixFor } from './fixes.ts'
import { readInstructions } from './instructions.ts'
import { type Step, stepLines } from './step.ts'

/**
 * The discovery loop as a doctor: shows each step as it is done, what was read there and which rules it keeps, and ends
 * at the first that is broken, with the fix.
 */
export async function diagnose({ out, signal }: Context, url: string): Promise<number> {
  const steps: Step[] = []
  const show = (step: Step): void => {
    steps.push(step)
    if (!out.isJson) out.result(step, () => stepLines(out, step))
  }
  try {
    const { server, serverMetadataUrl } = await discover(url, { signal, onStep: (report) => show(passed(report)) })
    const agentAuth = server.agent_auth
    show(agentAuth === undefined ? withoutAgents(serverMetadataUrl) : await readAgents(agentAuth, signal))
  } catch (error) {
    if (!(error instanceof DiscoveryError)) throw error
    show(failed(error))
  }
  const ok = steps.every((step) => step.ok)
  if (out.isJson) out.result({ url, ok, steps }, () => [])
  if (ok) out.next('Everything a client needs can be found. Next: spindle verify, with a token')
  return ok ? exitCodes.ok : exitCodes.failed
}

const passed = ({ step, url, found, rules, warnings }: DiscoveryReport): Step => ({
  step,
  url,
  ok: true,
  found,
  rules,
  warnings,
})

const failed = ({ step, url, code, detail, rule }: DiscoveryError): Step => ({
  step,
  url,
  ok: false,
  rules: [],
  warnings: [],
  error: { code, detail, rule, fix: fixFor(code, step) },
})

const withoutAgents = (url: string): Step => ({
  step: 'agent_auth',
  url,
  ok: true,
  rules: [],
  warnings: ['agent_auth is not there: agents are not told how they come to credentials'],
})

async function readAgents(agentAuth: AgentAuthMetadata, signal: AbortSignal): Promise<Step> {
  const step = { step: 'agent_auth', url: agentAuth.skill ?? '', warnings: [] } as const
  const { found, problem, rule } = await readInstructions(agentAuth.skill, signal)
  if (problem !== undefined)
    return { ...step, ok: false, rules: [], error: { ...problem, rule, fix: fixFor(problem.code, step.step) } }
  return { ...step, ok: true, found: { ...agentAuth, ...found }, rules: [rule] }
}
