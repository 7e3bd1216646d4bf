/** Limits of a package. */

/** Of everything in an archive, unpacked. */
export const maxUnpackedBytes = 256 * 1024 ** 3
/** Music shrinks to half and silence to a thousandth; an archive that grows this much as a whole is not a release. */
export const maxGrowth = 200
/** Allowed for the smallest archive: silence in tests. */
export const freeGrowthBytes = 64 * 1024 ** 2
/** Of a file in an archive, with its folders. */
export const maxNameLength = 1000
export const maxNameDepth = 16
/** Of a ZIP with masters: more than the rows of the largest table, and their covers. */
export const maxMasterEntries = 100_000
