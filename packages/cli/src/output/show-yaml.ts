import { stringify } from 'yaml'
import type { Output } from './terminal-output.ts'

/** As YAML that can be changed and sent again, also in a pipe, where other lines lose their indentation. */
export function showYaml(out: Output, value: unknown, document: unknown): void {
  if (out.isJson) out.json(value)
  else out.document(stringify(document, { lineWidth: 0 }))
}
