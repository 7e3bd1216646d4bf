import { batchIdOf } from '../messages/batch-id.ts'

/** Of the batch, and of a release by itself. */
export const foldersOf = (batch: number, name: string) => [batchIdOf(batch), `${name}_${batchIdOf(batch)}`] as const

/** The file whose presence says that a batch is whole. */
export const endMarkOf = (batch: number): string => `${batchIdOf(batch)}/BatchComplete_${batchIdOf(batch)}.xml`
