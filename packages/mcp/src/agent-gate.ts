import { type AgentGate, agentGates } from '@spindle/contract'

/** How far an agent may go. Whatever is not understood means the least: a gate fails closed. */

export const gates = agentGates
/** `read` looks, `draft` also makes and changes drafts and uploads, `submit` also hands releases to the outlets. */
export type Gate = AgentGate

/** The default is `draft`: everything that can still be undone. Anything unknown is `read`. */
export function parseGate(text: string | undefined): Gate {
  if (text === undefined) return 'draft'
  return gates.find((gate) => gate === text) ?? 'read'
}

export const isGateOpen = (gate: Gate, wanted: Gate): boolean => gates.indexOf(wanted) <= gates.indexOf(gate)
