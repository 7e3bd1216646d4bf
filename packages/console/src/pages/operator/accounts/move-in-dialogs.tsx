import { limits } from '@spindle/contract/vocabulary'
import { useState } from 'react'
import { type AccountItem, operatorApi } from '../../../data/api/operator-api.ts'
import { Field } from '../../../parts/forms/field.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { AskDialog } from '../shared/ask-dialog.tsx'

const texts = operatorWords.accounts.moveIn
const { minMoveInFactor: min, maxMoveInFactor: max } = limits
const bytesPerTb = 1e12

interface MoveInDialogProps {
  readonly account: AccountItem
  readonly onClose: () => void
}

/** Raises the limits of an account until a day, or restores the usual ones while they are raised. */
export const MoveInDialog = (props: MoveInDialogProps) =>
  props.account.moveIn === undefined ? <OpenDialog {...props} /> : <EndDialog {...props} />

function OpenDialog({ account, onClose }: MoveInDialogProps) {
  const [given, setGiven] = useState({ day: '', factor: '10', stored: '' })
  const [isChecked, setChecked] = useState(false)
  const problems = isChecked ? findProblems(given) : {}
  const bind = (name: keyof typeof given) => ({
    value: given[name],
    problem: problems[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setGiven({ ...given, [name]: currentTarget.value }),
  })
  return (
    <AskDialog
      title={texts.title(account.name)}
      text={texts.text}
      action={texts.action}
      check={() => {
        setChecked(true)
        return Object.values(findProblems(given)).every((problem) => problem === undefined)
      }}
      work={() =>
        operatorApi.openMoveIn(account.id, {
          until: `${given.day}T00:00:00.000Z`,
          factor: Number(given.factor),
          storedBytes: given.stored.trim() === '' ? null : Math.round(Number(given.stored) * bytesPerTb),
        })
      }
      onDone={onClose}
      onClose={onClose}
    >
      <Field type="date" label={texts.day} {...bind('day')} />
      <Field inputMode="numeric" label={texts.factor} {...bind('factor')} />
      <Field inputMode="decimal" label={texts.stored} hint={texts.storedHint} isOptional {...bind('stored')} />
    </AskDialog>
  )
}

function EndDialog({ account, onClose }: MoveInDialogProps) {
  return (
    <AskDialog
      title={texts.endTitle(account.name)}
      text={texts.endText}
      action={texts.endAction}
      work={() => operatorApi.endMoveIn(account.id)}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

interface Given {
  readonly day: string
  readonly factor: string
  readonly stored: string
}

/** The problem of each field; undefined for a correct one. */
function findProblems({ day, factor, stored }: Given): Readonly<Partial<Record<keyof Given, string | undefined>>> {
  const number = Number(factor)
  const bytes = Number(stored) * bytesPerTb
  return {
    day: Date.parse(`${day}T00:00:00.000Z`) > Date.now() ? undefined : texts.dayProblem,
    factor: Number.isInteger(number) && number >= min && number <= max ? undefined : texts.factorProblem(min, max),
    stored: stored.trim() === '' || (bytes >= 1 && bytes <= Number.MAX_SAFE_INTEGER) ? undefined : texts.storedProblem,
  }
}
