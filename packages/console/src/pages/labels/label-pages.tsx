import type { Membership } from '../../data/api/session-api.ts'
import { LabelPage } from './label-page.tsx'
import { LabelsPage } from './labels-page.tsx'
import { NewLabelPage } from './new-label-page.tsx'

export interface LabelPagesProps {
  readonly membership: Membership
  readonly labelId: string | undefined
}

/** All labels of an account, a new one, or one of them. */
export function LabelPages({ membership, labelId }: LabelPagesProps) {
  if (labelId === undefined) return <LabelsPage membership={membership} />
  if (labelId === 'new') return <NewLabelPage membership={membership} />
  return <LabelPage key={labelId} membership={membership} labelId={labelId} />
}
