import { type AgentAuthMetadata, DiscoveryError, type DiscoveryReport, discover } from '@spindle/client'
import { exitCodes } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import { findDiscoveryFix } from './discovery-fixes.ts'
import { type DiagnosisStep, formatStep } from './format-step.ts'
import { readAgentInstructions } from './read-agent-instructions.ts'

/**
 * The discovery loop as a diagnosis: shows each step as it is done, what was read there and which rules it keeps, and
 * ends at the first that is broken, with the fix.
 */
export async function diagnoseDiscovery({ out, signal }: CommandContext, url: string): Promise<number> {
  const steps: DiagnosisStep[] = []
  const show = (step: DiagnosisStep): void => {
    steps.push(step)
    if (!out.isJson) out.result(step, () => formatStep(out, step))
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
  if (ok) out.next('A client finds everything it needs. Next: spindle verify, with a token')
  return ok ? exitCodes.ok : exitCodes.failed
}

const passed = ({ step, url, found, rules, warnings }: DiscoveryReport): DiagnosisStep => ({
  step,
  url,
  ok: true,
  found,
  rules,
  warnings,
})

const failed = ({ step, url, code, detail, rule }: DiscoveryError): DiagnosisStep => ({
  step,
  url,
  ok: false,
  rules: [],
  warnings: [],
  error: { code, detail, rule, fix: findDiscoveryFix(code, step) },
})

const withoutAgents = (url: string): DiagnosisStep => ({
  step: 'agent_auth',
  url,
  ok: true,
  rules: [],
  warnings: ['agent_auth is missing, so agents cannot find out how to get credentials'],
})

async function readAgents(agentAuth: AgentAuthMetadata, signal: AbortSignal): Promise<DiagnosisStep> {
  const step = { step: 'agent_auth', url: agentAuth.skill ?? '', warnings: [] } as const
  const { found, problem, rule } = await readAgentInstructions(agentAuth.skill, signal)
  if (problem !== undefined)
    return {
      ...step,
      ok: false,
      rules: [],
      error: { ...problem, rule, fix: findDiscoveryFix(problem.code, step.step) },
    }
  return { ...step, ok: true, found: { ...agentAuth, ...found }, rules: [rule] }
}
