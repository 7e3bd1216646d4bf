import { describe, expect, it } from 'vitest'
import { readMessage } from '../../src/features/imports/reader/read-message.ts'
import { hasSchemaOf, schemaErrors } from '../harness/ern-schema.ts'
import { message3 } from './version-messages.ts'

/** What only messages of ERN 3 write in their own way, one place of the message at a time. */

function read(place: string, written: string, version = '3.8.3') {
  const xml = message3(version)
  if (!xml.includes(place)) throw new Error(`the message has no ${place}`)
  const changed = xml.replace(place, written)
  if (hasSchemaOf(version)) expect(schemaErrors(changed, version)).toEqual([])
  const { release, notes } = readMessage(Buffer.from(changed))
  const [track] = release?.tracks ?? []
  return { members: release?.members, track: track?.members, file: track?.file, notes }
}
const codesOf = (notes: readonly { readonly code: string; readonly path: string | null }[]) =>
  notes.map(({ code, path }) => `${code} ${path?.split('/').at(-1)}`)

describe('the mark of a compilation', () => {
  const place = '<ParentalWarningType>Explicit</ParentalWarningType>\n        <ResourceGroup>'
  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
  ])('is read in the details by territory: %s', (written, isCompilation) => {
    const flag = `<IsMultiArtistCompilation>${written}</IsMultiArtistCompilation>`
    const { members, notes } = read(place, `${flag}${place}`)
    expect([members?.isCompilation, notes]).toEqual([isCompilation, []])
  })

  it('is absent where the sender says nothing', () => {
    expect(read(place, place).members).not.toHaveProperty('isCompilation')
  })
})
