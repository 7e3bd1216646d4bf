/**
 * JSON objects that PostgreSQL builds as text. `json_build_object` looks up the type of every member again for every
 * row, which was half the cost of a page; `concat` looks it up once per statement.
 */

/** SQL that returns a JSON object as text. Each value is SQL that returns JSON and never null. */
export function jsonObject(members: Readonly<Record<string, string>>): string {
  const parts = Object.entries(members).map(
    ([name, value], index) => `'${index === 0 ? '{' : ','}"${name}":', ${value}`,
  )
  return `concat(${parts.join(', ')}, '}')`
}

/** Any value, or null. */
export const jsonValue = (expression: string): string => `coalesce(to_json(${expression}), 'null')`

/** Text in which nothing needs escaping (ids, states, instants), or null. */
export const jsonPlainText = (expression: string): string => `coalesce('"' || ${expression} || '"', 'null')`

/** A number, or null. */
export const jsonNumber = (expression: string): string => `coalesce(${expression}::text, 'null')`

export const jsonBoolean = (expression: string): string => `case when ${expression} then 'true' else 'false' end`
