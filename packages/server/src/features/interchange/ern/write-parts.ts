import { parseIswc } from '@spindle/contract'
import { type ErnInput, namespaceOf } from './ern-model.ts'
import type { Word } from './roles.ts'
import { durationOf, lineText } from './written-values.ts'
import type { XmlWriter } from './xml-writer.ts'

/** Elements that are the same in all versions of ERN. */

type Track = ErnInput['tracks'][number]

export const writeWord = (xml: XmlWriter, name: string, { value, userDefined }: Word, namespace: string): void =>
  xml.text(name, value, userDefined === undefined ? {} : { UserDefinedValue: userDefined, Namespace: namespace })

export function writeLine(xml: XmlWriter, kind: 'P' | 'C', line: ErnInput['release']['pLine']): void {
  if (!line) return
  xml.element(`${kind}Line`, {}, () => {
    xml.text('Year', line.year)
    xml.text(`${kind}LineText`, lineText(line))
  })
}

/** The length of a product: the sum of the lengths as they are written for its recordings. */
export const productDuration = (tracks: ErnInput['tracks']): string =>
  durationOf(tracks.reduce((sum, { durationMs = 0 }) => sum + Math.round(durationMs / 1000) * 1000, 0))

/**
 * Facts about a work that our rules need and this version of ERN cannot express. They are written in namespaces of the
 * sender, so that a hub that reads the message does not ask for them again. For other receivers, the id of the track
 * identifies the work.
 */
export function writeWorkIds(
  xml: XmlWriter,
  element: 'WorkId' | 'IndirectSoundRecordingId',
  { track, own }: { readonly track: Track; readonly own: Readonly<Record<string, string | boolean | undefined>> },
  input: ErnInput,
): void {
  const iswc = parseIswc(track.iswc ?? '')
  const said = Object.entries(own).filter(([, value]) => value !== undefined)
  if (iswc === undefined && said.length === 0) return
  xml.element(element, {}, () => {
    xml.text('ISWC', iswc)
    for (const [name, value] of said)
      xml.text('ProprietaryId', `${track.id}:${value}`, { Namespace: `${namespaceOf(input)}/${name}` })
  })
}
