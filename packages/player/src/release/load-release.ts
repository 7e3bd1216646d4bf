import { type PlayerRelease, parseRelease } from './release.ts'

/** The site's server answered that the release is not offered any more. */
export class ReleaseGone extends Error {}

const timeoutMs = 30_000

/** Gets the release from the site's server. Throws `ReleaseGone` for 404 and 410. */
export async function loadRelease(address: string): Promise<PlayerRelease> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(address, { headers: { accept: 'application/json' }, cache: 'no-cache', signal })
  if (response.status === 404 || response.status === 410) throw new ReleaseGone(`${address}: ${response.status}`)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return parseRelease(await response.json())
}
