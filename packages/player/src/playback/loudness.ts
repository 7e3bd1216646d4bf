/** Loudness to which quieter and louder tracks are brought, as streaming services do. */
export const usualTargetLufs = -14

/**
 * The factor for the volume of a track that was measured at `integratedLufs`. A volume has no more than 1, so loud tracks
 * become quieter and quiet ones stay.
 */
export function loudnessFactor(integratedLufs: number | null | undefined, targetLufs: number): number {
  if (typeof integratedLufs !== 'number') return 1
  return Math.min(1, 10 ** ((targetLufs - integratedLufs) / 20))
}

/** The target of the attribute `normalize`: undefined without it, the usual one without a number. */
export function readTarget(attribute: string | null): number | undefined {
  if (attribute === null) return undefined
  const target = attribute.trim() === '' ? Number.NaN : Number(attribute)
  return target < 0 && target >= -60 ? target : usualTargetLufs
}
