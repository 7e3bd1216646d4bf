import { checkValue } from '@spindle/contract/check'
import { expect } from 'vitest'
import { localTools, type Tool, tools } from '../../src/index.ts'
import type { Agent } from './agents.ts'

/** Calls that every tool must refuse in words: what is wrong with its arguments is made of the tool's own schema. */

export interface WrongCall {
  readonly tool: string
  readonly input: Record<string, unknown>
  /** What the text of the answer must name: the place of an argument, a code or a permission. */
  readonly names: readonly string[]
}

const uploadId = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const releaseId = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const release = { title: 'Night Drive', type: 'single', tracks: [{ title: 'Intro', uploadId }] }

/** Arguments that are right, of things that do not exist. */
const right: Readonly<Record<string, Record<string, unknown>>> = {
  get_account: {},
  search_catalog: {},
  get_release: { releaseId },
  create_upload: { filename: 'a.wav', size: 1, kind: 'audio' },
  get_upload: { uploadId },
  create_draft: { release },
  update_draft: { releaseId, patch: { title: 'Night Drive' } },
  validate_release: { releaseId },
  submit_release: { releaseId },
  wait: { releaseId },
  get_analytics: {},
  list_reference: { list: 'genres' },
  upload_file: { path: '/nowhere/a.wav' },
}

/** What each tool may not do without. */
const needs: Readonly<Record<string, string>> = {
  search_catalog: 'catalog:read',
  get_release: 'music:read',
  create_upload: 'music:write',
  get_upload: 'music:read',
  create_draft: 'music:write',
  update_draft: 'music:write',
  validate_release: 'music:write',
  submit_release: 'music:read',
  wait: 'music:read',
  get_analytics: 'analytics:read',
}

const inputOf = (tool: string): Record<string, unknown> => {
  const input = right[tool]
  if (!input) throw new Error(`There is no right call of ${tool} yet`)
  return input
}

interface ObjectSchema {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, unknown>>
}

/** Missing, wrong and extra arguments of one tool. */
function wrongArgumentsOf({ name: tool, inputSchema }: Tool): readonly WrongCall[] {
  const { required = [], properties = {} } = inputSchema as ObjectSchema
  const input = inputOf(tool)
  return [
    { tool, input: { ...input, surprise: 1 }, names: ['/surprise'] },
    ...required.map((name) => {
      const { [name]: _left, ...rest } = input
      return { tool, input: rest, names: [`/${name}`] }
    }),
    ...Object.keys(properties).map((name) => ({ tool, input: { ...input, [name]: { no: [1] } }, names: [`/${name}`] })),
  ]
}

const wrongIds: readonly WrongCall[] = [
  { tool: 'get_release', input: { releaseId: 'Night Drive' }, names: ['/releaseId', 'rel_'] },
  { tool: 'get_release', input: { releaseId: uploadId }, names: ['/releaseId', 'rel_'] },
  { tool: 'get_release', input: { releaseId }, names: ['release_not_found'] },
  { tool: 'get_upload', input: { uploadId: releaseId }, names: ['/uploadId', 'upl_'] },
  { tool: 'get_upload', input: { uploadId }, names: ['upload_not_found'] },
  { tool: 'create_draft', input: { release }, names: ['/tracks/0/uploadId', 'upload_reference_unknown'] },
  {
    tool: 'create_draft',
    input: { release: { ...release, tracks: [{ title: 'a' }] } },
    names: ['/release/tracks/0/uploadId'],
  },
  {
    tool: 'update_draft',
    input: { releaseId, patch: { titel: 'x' } },
    names: ['/patch/titel', 'Did you mean `title`?'],
  },
  { tool: 'update_draft', input: { releaseId, patch: { title: 'x' } }, names: ['release_not_found'] },
  { tool: 'validate_release', input: { releaseId }, names: ['release_not_found'] },
  { tool: 'validate_release', input: { releaseId, outlet: 'nowhere' }, names: ['nowhere'] },
  { tool: 'submit_release', input: { releaseId }, names: ['release_not_found'] },
  { tool: 'wait', input: { uploadIds: [releaseId] }, names: ['/uploadIds/0', 'upl_'] },
  { tool: 'wait', input: { uploadIds: [uploadId] }, names: ['upload_not_found'] },
  { tool: 'wait', input: { uploadIds: [uploadId], releaseId }, names: ['uploadIds', 'releaseId'] },
  { tool: 'wait', input: {}, names: ['uploadIds', 'releaseId'] },
  { tool: 'search_catalog', input: { cursor: 'made up' }, names: ['cursor_invalid'] },
  { tool: 'get_analytics', input: { granularity: 'Day' }, names: ['/granularity', 'Did you mean `day`?'] },
  { tool: 'list_reference', input: { list: 'genre' }, names: ['/list', 'Did you mean `genres`?'] },
  {
    tool: 'create_upload',
    input: { filename: 'a.wav', size: '1', kind: 'audio' },
    names: ['/size', 'Remove the quotes.'],
  },
]

const wrongFiles: readonly WrongCall[] = [
  { tool: 'upload_file', input: { path: '/etc/hostname' }, names: ['file_type_unsupported'] },
  { tool: 'upload_file', input: { path: '/nowhere/a.wav' }, names: ['next_action'] },
]

/** Every tool with arguments that it refuses; `hasFiles` if the server runs on the machine with the files. */
export function listWrongCalls({ hasFiles }: { readonly hasFiles: boolean }): readonly WrongCall[] {
  const offered = hasFiles ? [...tools, ...localTools] : tools
  return [...offered.flatMap(wrongArgumentsOf), ...wrongIds, ...(hasFiles ? wrongFiles : [])]
}

/** Right calls of every tool that a key without permissions for it may not make. */
export const forbiddenCalls: readonly (WrongCall & { readonly needed: string })[] = Object.entries(needs).map(
  ([tool, needed]) => ({ tool, input: inputOf(tool), names: ['permission_missing', needed], needed }),
)

/** Right calls of the tools that a gate keeps shut. */
export const shutCalls: readonly WrongCall[] = tools
  .filter(({ gate }) => gate !== 'read')
  .map(({ name: tool, gate }) => ({ tool, input: inputOf(tool), names: ['gate_closed', gate] }))

/**
 * The client must get an answer, not throw: an error with text that names what is wrong, and nothing structured that the
 * tool's own schema refuses. Clients have the schemas once they have listed the tools.
 */
export async function expectRefusals(agent: Agent, calls: readonly WrongCall[]): Promise<void> {
  const schemas = new Map((await agent.tools()).map(({ name, outputSchema }) => [name, outputSchema as object]))
  for (const { tool, input, names } of calls) {
    const call = `${tool} ${JSON.stringify(input)}`
    const answer = await agent.call(tool, input).catch((error: unknown) => ({ thrown: String(error) }))
    if ('thrown' in answer) expect.fail(`${call} threw ${answer.thrown}`)
    const { isError, texts, result } = answer
    expect([call, isError]).toEqual([call, true])
    for (const name of names) expect(`${call}: ${texts.join('\n')}`).toContain(name)
    const { message, next_action: next, errors = [] } = JSON.parse(texts[0] ?? '').error
    expect([call, message.length > 10, next.length > 10]).toEqual([call, true, true])
    for (const { detail, fix } of errors) expect([call, `${detail}${fix ?? ''}`.length > 10]).toEqual([call, true])
    const schema = schemas.get(tool)
    if (schema && result.structuredContent !== undefined)
      expect([call, checkValue(schema, result.structuredContent)]).toEqual([call, []])
  }
}
