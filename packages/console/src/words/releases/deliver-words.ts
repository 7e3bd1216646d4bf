import { deliverEn } from './deliver-en.ts'

/** The texts of the Deliver page, which come with it and with nothing else. */

export type StepName = 'files' | 'release' | 'tracks' | 'review'

export type DeliverWords = typeof deliverEn

export const deliverWords: DeliverWords = deliverEn
