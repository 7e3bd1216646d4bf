import { deliverWords } from '../../../words/deliver-words.ts'

export const labelOf = (member: string): string => deliverWords.fields[member] ?? member
export const optionOf = (option: string): string => deliverWords.options[option] ?? option
