/** `YYYYMMDDhhmmssnnn`, as DDEX names batches. */
export const batchIdOf = (batch: number): string => new Date(batch).toISOString().replaceAll(/\D/g, '')
