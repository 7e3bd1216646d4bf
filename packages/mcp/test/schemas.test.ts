import { readFileSync } from 'node:fs'
import { operations, ReleaseInput, ReleasePatch } from '@spindle/contract'
import { checkValue } from '@spindle/contract/check'
import { describe, expect, it } from 'vitest'
import { toolTable } from '../../../tools/tables.ts'
import { submittableRelease } from '../../server/test/harness/submittable.ts'
import { localTools, notOffered, tools } from '../src/index.ts'

/** What agents see: correct, complete, and short. */

type Schema = Readonly<Record<string, unknown>>

const { properties: patchMembers } = ReleasePatch as object as { readonly properties: object }

const toolOf = (name: string) => {
  const found = tools.find((tool) => tool.name === name)
  if (!found) throw new Error(`there is no tool ${name}`)
  return found
}

/** Every schema inside a schema, with its place. */
function partsOf(schema: Schema, place: string): readonly (readonly [string, Schema])[] {
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema as Record<string, Schema>
  const below = [
    ...Object.entries(properties),
    ...Object.entries(anyOf),
    ...(items ? [['[]', items] as const] : []),
    ...(typeof additionalProperties === 'object' ? [['*', additionalProperties] as const] : []),
  ]
  return [[place, schema], ...below.flatMap(([name, part]) => partsOf(part as Schema, `${place}.${name}`))]
}

const shown = tools.flatMap(({ name, inputSchema, outputSchema }) => [
  ...partsOf(inputSchema, name),
  ...partsOf(outputSchema ?? {}, `${name} output`),
])
const known = [
  'type properties required additionalProperties items enum const anyOf',
  'description default format minimum maximum minItems',
].flatMap((words) => words.split(' '))

describe('the schemas of tools', () => {
  it('use only keywords that every client of JSON Schema 2020-12 supports, and no references', () => {
    const others = shown.flatMap(([place, schema]) => Object.keys(schema).map((keyword) => [place, keyword] as const))
    expect(others.filter(([, keyword]) => !known.includes(keyword))).toEqual([])
  })

  it('are what strict clients require: arrays have items, required members exist, input is closed', () => {
    for (const [place, schema] of shown) {
      const isArray = [schema.type].flat().includes('array')
      expect([place, isArray && schema.items === undefined]).toEqual([place, false])
      const names = Object.keys((schema.properties ?? {}) as object)
      expect([place, ((schema.required ?? []) as string[]).filter((name) => !names.includes(name))]).toEqual([
        place,
        [],
      ])
    }
    for (const { name, inputSchema } of tools)
      expect([name, inputSchema.type, inputSchema.additionalProperties]).toEqual([name, 'object', false])
  })

  it('show every member of a release, and take what the contract takes', () => {
    const { release } = toolOf('create_draft').inputSchema.properties as Record<string, { properties: object }>
    const members = Object.keys(ReleaseInput.properties).filter((name) => name !== 'submit')
    expect(Object.keys(release?.properties ?? {})).toEqual(members)
    const { patch } = toolOf('update_draft').inputSchema.properties as Record<string, { properties: object }>
    expect(Object.keys(patch?.properties ?? {})).toEqual(Object.keys(patchMembers))
    const uploadId = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    const given = submittableRelease({ title: 'Night Drive', uploadId, coverUploadId: uploadId, serial: 1 })
    expect(checkValue(toolOf('create_draft').inputSchema, { release: given })).toEqual([])
    expect(checkValue(toolOf('create_draft').inputSchema, { release: { ...given, titel: 'x' } })).toHaveLength(1)
  })

  it('refer to the place of shapes they have shown before', () => {
    const { release } = toolOf('create_draft').inputSchema.properties as Record<string, Schema>
    const places = partsOf(release ?? {}, '').map(([place, { description }]) => `${place}: ${String(description)}`)
    expect(places).toContain('.tracks.[].contributors.[]: as release.contributors[]')
    expect(places).toContain('.cLine: Owner of the artwork and texts (©); as release.pLine')
  })

  it('and the words around them stay within what a conversation can afford', () => {
    const listed = tools.map(({ run: _run, gate: _gate, operations: _operations, ...tool }) => tool)
    expect(JSON.stringify(listed).length).toBeLessThan(29_500)
    for (const { name, description } of tools) expect([name, description.length < 320]).toEqual([name, true])
  })
})

describe('the tools', () => {
  it('are at most twelve, each with a matching name and hints', () => {
    expect(tools.length).toBeLessThanOrEqual(12)
    const changing = tools.filter(({ annotations }) => !annotations.readOnlyHint)
    expect(changing.map(({ name, annotations }) => [name, annotations])).toEqual([
      ['create_upload', { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }],
      ['create_draft', { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }],
      ['update_draft', { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }],
      ['submit_release', { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true }],
    ])
  })

  it('cover every operation that is not left out with a reason', () => {
    const offered = new Set<string>(tools.flatMap((tool) => tool.operations))
    const all = operations.map(({ id }) => id)
    const missing = all.filter((id) => !offered.has(id) && !Object.hasOwn(notOffered, id))
    expect(missing, 'Name it in a tool, or in notOffered of packages/mcp/src/tools.ts with the reason').toEqual([])
    expect(Object.keys(notOffered).filter((id) => offered.has(id) || !all.includes(id))).toEqual([])
    expect([...offered].filter((id) => !all.includes(id))).toEqual([])
  })

  it('are those of the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    const [, between] = /<!-- tools:start -->\n([\s\S]*)\n<!-- tools:end -->/.exec(readme) ?? []
    const documented = [...tools, ...localTools]
    expect(between).toBe(toolTable(documented))
    expect(toolTable(documented).split('\n')).toHaveLength(2 + documented.length)
  })
})
