/** A member of a release as a line for people: lists with commas, objects as `name: value`. Empty for nothing. */
export function writeValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(writeValue).filter(Boolean).join(', ')
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value)
  const { name, role } = value as Readonly<Record<string, unknown>>
  if (typeof name === 'string' && typeof role === 'string') return `${name} (${role.replaceAll('_', ' ')})`
  return Object.entries(value)
    .map(([member, part]) => `${member}: ${writeValue(part)}`)
    .join(', ')
}
