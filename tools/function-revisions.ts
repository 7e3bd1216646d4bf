import { digestText, parseRevision } from '../packages/server/src/platform/database/schema/schema-functions.ts'

/**
 * The file of a function of the database, with a first line that fits its text: the next revision where the text has
 * changed. Throws if its signature has: nodes of the previous version still call it (decision 149).
 */
export function reviseFunction(file: string, content: string): string {
  const name = file.replace(/\.sql$/, '')
  const before = parseRevision(content)
  const text = before?.text ?? content
  const signature = digestText(readSignature(name, text))
  if (before && before.signature !== signature)
    throw new Error(`${file} has another signature. Add a new function beside it, under a new name`)
  const digest = digestText(text)
  if (before?.digest === digest) return content
  return `-- revision ${(before?.revision ?? 0) + 1}, text ${digest}, signature ${signature}\n${text}`
}

/** Name, parameters and result. */
function readSignature(name: string, text: string): string {
  const found = [...text.matchAll(/^create or replace function (.+?)\s+language\s/gms)].map(([, signature = '']) =>
    signature.replace(/\s+/g, ' '),
  )
  const [signature] = found
  if (found.length !== 1 || !signature?.startsWith(`${name}(`))
    throw new Error(
      `${name}.sql must have one statement "create or replace function ${name}(...) returns ... language ..."`,
    )
  return signature
}
