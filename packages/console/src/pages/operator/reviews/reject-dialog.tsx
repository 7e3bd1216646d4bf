import type { Release } from '@spindle/client'
import { useState } from 'react'
import { operatorApi } from '../../../data/operator-api.ts'
import { Select, TextArea } from '../../../parts/field.tsx'
import { operatorWords } from '../../../words/operator-words.ts'
import { AskDialog } from '../shared/ask-dialog.tsx'

const texts = operatorWords.reviews
const kinds = ['rights_conflict', 'infringing_content', 'misleading_metadata', 'poor_quality', 'other'] as const
type Kind = (typeof kinds)[number]

export interface ReviewDialogProps {
  readonly release: Release
  readonly onDone: () => void
  readonly onClose: () => void
}

export function RejectDialog({ release, onDone, onClose }: ReviewDialogProps) {
  const [code, setCode] = useState<Kind>('rights_conflict')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <AskDialog
      title={texts.rejectTitle}
      text={texts.rejectText}
      action={texts.reject.replace('…', '')}
      isDangerous
      check={() => {
        setProblem(reason.trim() === '' ? texts.reasonMissing : undefined)
        return reason.trim() !== ''
      }}
      work={() => operatorApi.reject(release.id, release.revision, { code, reason: reason.trim() })}
      onDone={onDone}
      onClose={onClose}
    >
      <Select label={texts.kinds} value={code} onChange={({ currentTarget: { value } }) => setCode(value as Kind)}>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {texts.kind[kind]}
          </option>
        ))}
      </Select>
      <TextArea
        label={texts.reason}
        problem={problem}
        value={reason}
        maxLength={1000}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </AskDialog>
  )
}
