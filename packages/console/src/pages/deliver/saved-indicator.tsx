import { Button } from '../../parts/layout/button.tsx'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { words } from '../../words/words.ts'
import { useOpenedDelivery } from './delivery-context.ts'

/** Whether what was typed is at the hub. It is never shown as saved before. */
export function SavedIndicator() {
  const { delivery, state } = useOpenedDelivery()
  const { saving } = state
  if (saving.kind === 'local' && state.files.length === 0) return null
  const isStuck = saving.kind === 'refused' || saving.kind === 'waiting'
  return (
    <p className={`saved small ${isStuck || saving.kind === 'conflict' ? 'problem' : 'soft'}`} role="status">
      {saving.kind === 'saved' && <span aria-hidden="true">✓</span>}
      <span>{textOf(saving)}</span>
      {isStuck && <Button onClick={() => void delivery.flush()}>{deliverWords.saving.retry}</Button>}
    </p>
  )
}

function textOf(saving: ReturnType<typeof useOpenedDelivery>['state']['saving']): string {
  const { saving: texts } = deliverWords
  switch (saving.kind) {
    case 'saved':
      return texts.saved(new Intl.DateTimeFormat(words.locale, { timeStyle: 'short' }).format(new Date(saving.at)))
    case 'waiting':
      return saving.seconds === undefined ? texts.waiting : texts.waitingFor(Math.ceil(saving.seconds))
    case 'refused':
      return texts.refused(saving.failure.message)
    default:
      return texts[saving.kind]
  }
}
