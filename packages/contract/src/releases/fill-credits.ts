/**
 * A written release in which each contributor has a name and a role: one that takes them from its party gets stand-ins, for
 * checks before the party is read. Whatever is not a contributor stays as it is.
 */
export function fillCredits(release: object): object {
  const { tracks } = release as { readonly tracks?: unknown }
  const filled = fillContributors(release)
  if (!Array.isArray(tracks)) return filled
  const fill = (track: unknown): unknown => (isObject(track) ? fillContributors(track) : track)
  return { ...filled, tracks: tracks.map(fill) }
}

function fillContributors(part: object): object {
  const { contributors } = part as { readonly contributors?: unknown }
  if (!Array.isArray(contributors)) return part
  const fill = (one: unknown, index: number): unknown =>
    isObject(one) && 'partyId' in one ? { name: `Party ${index + 1}`, role: 'main_artist', ...one } : one
  return { ...part, contributors: contributors.map(fill) }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
