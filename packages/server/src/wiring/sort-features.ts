interface Named {
  readonly name: string
  readonly needs: readonly string[]
}

/**
 * Sorts features: each after everything it needs, otherwise in the order of the list; those that need the `checks` of
 * all others come last. Throws if two have one name, or need each other.
 */
export function sortFeatures<F extends Named>(features: readonly F[]): readonly F[] {
  const byName = new Map(features.map((feature) => [feature.name, feature]))
  if (byName.size < features.length) throw new Error(`Two features have one name: ${listRepeated(features)}`)
  const sorted = new Set<F>()
  const late = new Set<F>()
  const place = (feature: F, path: readonly string[]): void => {
    if (sorted.has(feature)) return
    if (path.includes(feature.name)) throw new Error(`Features need each other: ${ringIn(path, feature.name)}`)
    for (const name of feature.needs) {
      const needed = byName.get(name)
      if (needed) place(needed, [...path, feature.name])
      if (name === 'checks' || (needed && late.has(needed))) late.add(feature)
    }
    sorted.add(feature)
  }
  for (const feature of features) place(feature, [])
  return [...[...sorted].filter((feature) => !late.has(feature)), ...late]
}

const ringIn = (path: readonly string[], name: string): string => [...path.slice(path.indexOf(name)), name].join(' -> ')

const listRepeated = (features: readonly Named[]): string =>
  features
    .map(({ name }) => name)
    .filter((name, index, names) => names.indexOf(name) < index)
    .join(', ')
