import { deliverWords } from '../../../words/releases/deliver-words.ts'

/** Once above the fields that are shown; groups of fields, which have no `aria-required`, refer to it. */
export const NeededHint = () => (
  <p className="small soft" id={neededHintId}>
    {deliverWords.form.neededHint}
  </p>
)

export const neededHintId = 'needed-hint'
