import type { Release } from '@spindle/client'
import { useState } from 'react'
import { operatorApi } from '../../../data/api/operator-api.ts'
import { Select, TextArea } from '../../../parts/forms/field.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { AskDialog } from '../shared/ask-dialog.tsx'
import { useRequiredText } from '../shared/use-required-text.ts'

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
  const reason = useRequiredText(texts.reasonMissing)
  return (
    <AskDialog
      title={texts.rejectTitle}
      text={texts.rejectText}
      action={texts.reject.replace('…', '')}
      isDangerous
      check={reason.check}
      work={() => operatorApi.reject(release.id, release.revision, { code, reason: reason.text })}
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
      <TextArea label={texts.reason} maxLength={1000} {...reason.bind} />
    </AskDialog>
  )
}
