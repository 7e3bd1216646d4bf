import { ReleaseDocument } from '@spindle/contract'
import { describe, expect, it } from 'vitest'
import { memberEn } from '../../words/account/member-en.ts'
import type { Field } from './field-types.ts'
import { releaseFields, trackFields } from './release-fields.ts'

/** A member of the contract with those below it, and of the form, in one shape. */
type Tree = { readonly [member: string]: Tree }

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** A release that replaces another one is made by API, command or file. */
const noFields: ReadonlySet<string> = new Set(['replaces'])

const ofSchema = (schema: Schema, ...left: readonly string[]): Tree => {
  const { properties = {} } = schema.items?.properties ? schema.items : schema
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !left.includes(name) && !noFields.has(name))
      .map(([name, inner]) => [name, name === 'territories' ? {} : ofSchema(inner)]),
  )
}

const ofFields = (fields: readonly Field[]): Tree =>
  Object.fromEntries(fields.map((field) => [field.name, 'fields' in field ? ofFields(field.fields) : {}]))

const document = ReleaseDocument as unknown as {
  readonly properties: { readonly tracks: Schema } & Record<string, Schema>
}

describe('the form', () => {
  it('reaches every member of a release; cover and tracks are made of files', () => {
    expect(ofFields(releaseFields)).toEqual(ofSchema(document, 'tracks', 'coverUploadId'))
  })

  it('reaches every member of a track; number and length follow from order and audio', () => {
    const { tracks } = document.properties
    expect(ofFields(trackFields)).toEqual(ofSchema(tracks, 'id', 'uploadId', 'number', 'durationMs'))
  })

  it('has words for every member and every choice', () => {
    const all = (fields: readonly Field[]): readonly Field[] =>
      fields.flatMap((field) => [field, ...('fields' in field ? all(field.fields) : [])])
    const fields = all([...releaseFields, ...trackFields])
    expect(fields.filter(({ name }) => memberEn.fields[name] === undefined)).toEqual([])
    const options = fields.flatMap((field) => ('options' in field ? field.options : []))
    expect(options.filter((option) => memberEn.options[option] === undefined)).toEqual([])
  })
})
