import type { CallToolResult } from '@modelcontextprotocol/server'
import { isGateOpen } from '../agent-gate.ts'
import { separateInMessages } from '../answers/separate-quoted-text.ts'
import { findToolFailure, gateFailure, type ToolFailure, unexpectedFailure } from '../answers/tool-failure.ts'
import type { Tool, ToolContext } from '../definition/define-tool.ts'

/** One call: gate, check, work, answer. Whatever goes wrong is an answer too, except that the agent has gone away. */
export interface CallOptions extends ToolContext {
  /** A sentence for the person about how to open the next gate. */
  readonly howToOpen: (gate: string) => string
  /** Called with unexpected errors. */
  readonly onError: (error: unknown) => void
}

export async function callTool(tool: Tool, input: unknown, options: CallOptions): Promise<CallToolResult> {
  const { gate, howToOpen, onError, signal } = options
  if (!isGateOpen(gate, tool.gate)) return failed(gateFailure(tool.name, tool.gate, gate, howToOpen(tool.gate)))
  try {
    return answered(await tool.run(input ?? {}, options))
  } catch (error) {
    signal.throwIfAborted()
    const failure = findToolFailure(error)
    if (failure === undefined) onError(error)
    return failed(failure ?? unexpectedFailure)
  }
}

/** The text is the same data, for clients that read only text. */
function answered(answer: object): CallToolResult {
  const text = JSON.stringify(answer, separateInMessages)
  // Parsed again: members that are undefined are not JSON.
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> }
}

/** Text only: a client that checks structured content by the tool's output schema throws it away when it is an error. */
const failed = (error: ToolFailure): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify({ error }) }],
  isError: true,
})
