import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { XmlBufferInputProvider, XmlDocument, XsdValidator, xmlRegisterInputProvider } from 'libxml2-wasm'

/**
 * The schemas of ERN. They are © DDEX and never part of this repository: they are read from the folder that
 * SPINDLE_ERN_SCHEMA_DIR names, or from beside the checkout. Without it, tests that need it are skipped.
 */

const folder =
  process.env.SPINDLE_ERN_SCHEMA_DIR ?? resolve(import.meta.dirname, '../../../../../shared/material/ern/xsd')
const valueSets = ['allowed-value-sets.xsd', 'avs383.xsd', 'avs_20161006.xsd'] as const

export const hasErnSchema = existsSync(join(folder, 'ern432.xsd'))
if (!hasErnSchema)
  process.stderr.write(
    'No schema of ERN 4.3.2 is here: messages are not compared with it. Set SPINDLE_ERN_SCHEMA_DIR.\n',
  )

const read = (name: string): Buffer => readFileSync(join(folder, name))

/** The files with the allowed-value sets of the versions: the newest, and those of ERN 3. */
const valueSetFiles = { '4.3.2': valueSets[0], '3.8.3': valueSets[1], '3.8.2': valueSets[2] } as const

/** The values that an allowed-value set of DDEX lists. */
export function allowedValues(set: string, version: keyof typeof valueSetFiles = '4.3.2'): ReadonlySet<string> {
  const text = read(valueSetFiles[version]).toString()
  const start = text.indexOf(`<xs:simpleType name="${set}">`)
  const body = text.slice(start, text.indexOf('</xs:simpleType>', start))
  return new Set([...body.matchAll(/enumeration value="([^"]+)"/g)].map(([, value]) => value ?? ''))
}

const validators = new Map<string, XsdValidator>()

function loadValidator(name: string): XsdValidator {
  const known = validators.get(name)
  if (known) return known
  if (validators.size === 0) {
    const there = valueSets.filter((set) => existsSync(join(folder, set)))
    xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(there.map((set) => [set, read(set)]))))
  }
  const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(read(name), { url: name }))
  validators.set(name, validator)
  return validator
}

const schemaOf = (version: string): string => `ern${version.replaceAll('.', '')}.xsd`

/** Whether the schema of another version is also available. */
export const hasSchemaOf = (version: string): boolean => existsSync(join(folder, schemaOf(version)))

const versionOf = (xml: string): string => /"http:\/\/ddex\.net\/xml\/ern\/(\d+)"/.exec(xml)?.[1] ?? '432'

/**
 * The schema violations of a message; empty if it is valid. Throws if the text is not XML. Without the schema of 4.3.1,
 * that of 4.3.2 takes its place: the elements that the hub writes are the same in both.
 */
export function schemaErrors(xml: string, version = [...versionOf(xml)].join('.')): string[] {
  if (version === '4.3.1' && !hasSchemaOf(version)) return schemaErrors(xml.replace('/ern/431"', '/ern/432"'))
  const validator = loadValidator(schemaOf(version))
  const document = XmlDocument.fromString(xml)
  try {
    validator.validate(document)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    document.dispose()
  }
}
