import type { OperationId, RequestOptions, Spindle } from '@spindle/client'
import { checkValue } from '@spindle/contract/check'
import type { Static, TObject } from 'typebox'
import type { Gate } from '../agent-gate.ts'
import { InvalidInput } from '../answers/tool-failure.ts'
import { compactSchema, type JsonObjectSchema } from './compact-schema.ts'

/** A tool is data and one function. Rules of the business stay in the hub; what a tool takes comes from the contract. */

/** What a client may assume of a call. They are hints, and true here. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  /** Whether something that was there can be gone or overwritten afterwards. */
  readonly destructiveHint: boolean
  /** Whether the same call twice does what it does once. */
  readonly idempotentHint: boolean
  /** Whether its effect leaves the hub. */
  readonly openWorldHint: boolean
}

/** What a tool works with. */
export interface ToolContext {
  /** Acts with the caller's credential. */
  readonly client: Spindle
  /** The public address of the hub; the client may use another one. */
  readonly baseUrl: string
  readonly gate: Gate
  readonly signal: AbortSignal
  /** A token for the bytes of one upload; absent, or undefined, if a shell must have the key. */
  readonly signUpload?: ((uploadId: string) => string | undefined) | undefined
}

/** Answers are objects; other people's text is in them only as a value. */
export type ToolAnswer = Readonly<Record<string, unknown>>

/** A tool as it is listed, documented and called. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The gate that must be open. */
  readonly gate: Gate
  /** Operations of the contract that it represents. */
  readonly operations: readonly OperationId[]
  readonly annotations: ToolAnnotations
  /** JSON Schema 2020-12 as agents see it: a compact form of what `run` checks. */
  readonly inputSchema: JsonObjectSchema
  readonly outputSchema?: JsonObjectSchema | undefined
  /** Throws `InvalidInput` naming each member when the input is not what the contract takes. */
  run(input: unknown, context: ToolContext): Promise<ToolAnswer>
}

interface ToolDefinition<Input extends TObject> extends Omit<Tool, 'inputSchema' | 'outputSchema' | 'run'> {
  /** All that is allowed; the input is checked against it. */
  readonly input: Input
  /** The short form for agents, if the whole would be too long. */
  readonly shown?: object | undefined
  readonly output?: TObject | undefined
  run(input: Static<Input>, context: ToolContext): Promise<ToolAnswer>
}

/** Somewhat more than an agent sees; explaining each problem blocks other requests. */
const mostProblems = 100

/** Binds the check to the function, so that `run` sees only what it has declared. */
export function defineTool<Input extends TObject>(definition: ToolDefinition<Input>): Tool {
  const { input, shown = input, output, run, ...rest } = definition
  return {
    ...rest,
    inputSchema: compactSchema(shown),
    ...(output === undefined ? {} : { outputSchema: compactSchema(output) }),
    run(given, context) {
      const problems = checkValue(input, given, mostProblems)
      if (problems.length > 0) throw new InvalidInput(problems)
      return run(given as Static<Input>, context)
    },
  }
}

/** Request options of a tool: until the agent gives up. */
export const requestOptions = ({ signal }: ToolContext): RequestOptions => ({ signal })

/** Looks and changes nothing, within the hub. */
export const readOnlyAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const satisfies ToolAnnotations
