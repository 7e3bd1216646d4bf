/** `YYYYMMDDhhmmssnnn`, as DDEX names batches. */
export const batchIdOf = (batch: number): string => new Date(batch).toISOString().replaceAll(/\D/g, '')

/** The paths of the batch, and of a release without one. */
export const foldersOf = (batch: number, name: string) => [batchIdOf(batch), `${name}_${batchIdOf(batch)}`] as const

/** The file that marks a batch as complete. */
export const endMarkOf = (batch: number): string => `${batchIdOf(batch)}/BatchComplete_${batchIdOf(batch)}.xml`
