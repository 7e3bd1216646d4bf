/** What a package may be. */

/** Of everything in an archive, unpacked. */
export const maxUnpackedBytes = 256 * 1024 ** 3
/** Music shrinks to half and silence to a thousandth; an archive that grows this much as a whole holds no release. */
export const maxGrowth = 200
/** So much may come out of the smallest archive: silence in tests. */
export const freeGrowthBytes = 64 * 1024 ** 2
/** Of a file in an archive, with its folders. */
export const maxNameLength = 1000
export const maxNameDepth = 16
