import { useState } from 'react'
import { operatorApi } from '../../../../data/api/operator-api.ts'
import { Field } from '../../../../parts/forms/field.tsx'
import { Button } from '../../../../parts/layout/button.tsx'
import { useConfirmed } from '../../../../parts/sign-in/confirmation.tsx'
import { outletSetupWords as texts } from '../../../../words/operator/outlet-setup-words.ts'
import { AskDialog } from '../../shared/ask-dialog.tsx'

export interface RemoveOutletProps {
  readonly id: string
  readonly name: string
  readonly onRemoved: () => void
}

/** Removes a store after its id was typed. */
export function RemoveOutlet({ id, name, onRemoved }: RemoveOutletProps) {
  const confirmed = useConfirmed()
  const [isAsked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const check = (): boolean => {
    const isRight = typed.trim() === id
    setProblem(isRight ? undefined : texts.removeWrong(id))
    return isRight
  }
  return (
    <section className="card stack tight" aria-labelledby="outlet-remove">
      <h2 id="outlet-remove">{texts.removeHeading}</h2>
      <p className="soft">{texts.removeText}</p>
      <p>
        <Button look="danger" onClick={() => setAsked(true)}>
          {texts.remove}
        </Button>
      </p>
      {isAsked && (
        <AskDialog
          title={texts.removeTitle(name)}
          text={texts.removeText}
          action={texts.removeAction}
          isDangerous
          check={check}
          work={() => confirmed((options) => operatorApi.removeOutlet(id, options))}
          onDone={onRemoved}
          onClose={() => setAsked(false)}
        >
          <Field
            label={texts.removeAsk}
            hint={texts.removeHint(id)}
            problem={problem}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            dir="ltr"
          />
        </AskDialog>
      )}
    </section>
  )
}
