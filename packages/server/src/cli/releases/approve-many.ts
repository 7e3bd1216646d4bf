import { exitCodes, required, texts, UsageError } from '@spindle/command-line'
import { AppError } from '@spindle/contract'
import type { Reviewer, Reviews } from '../../features/releases/index.ts'
import { asOperator } from '../operator-command/operator.ts'
import { operatorCommand, show } from '../operator-command/operator-command.ts'
import { operatorName } from '../operator-command/options.ts'
import { plainText } from '../operator-command/plain-text.ts'

/** Approval of a list. Each release is approved by itself: a refusal of one leaves the others approved. */

interface Approval {
  readonly releaseId: string
  readonly revision: number
}

interface ApprovalOutcome extends Approval {
  readonly outcome: 'approved' | 'refused'
  readonly code: string | null
  readonly message: string | null
}

export const approveReleases = operatorCommand({
  name: 'reviews approve-many',
  summary: 'Approve the revisions you have looked at of many releases',
  description: 'Shows the outcome of each. Ends with 4 if one was refused; the others are approved.',
  examples: [
    'spindle-hub reviews approve-many --releases rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB:1,rel_01JD3MZ6V8Q4W9X2K7N5T0RHYC:3',
  ],
  hasJson: true,
  input: {
    options: {
      releases: required(texts('--releases <list>', 'Release and revision, <id>:<revision>, comma-separated')),
      by: operatorName,
    },
  },
  async run(input, { releases: listed, by }) {
    const approvals = listed.map(parseApproval)
    const outcomes = await asOperator(input, ({ releases: { reviews } }) =>
      approveEach(reviews, { id: null, name: by }, approvals),
    )
    show(input, outcomes, outcomes.map(formatOutcome))
    return outcomes.some(({ outcome }) => outcome === 'refused') ? exitCodes.validation : undefined
  },
})

function parseApproval(text: string): Approval {
  const [, releaseId, revision] = /^(rel_[0-9A-HJKMNP-TV-Z]{26}):([1-9]\d{0,6})$/.exec(text) ?? []
  if (releaseId === undefined) throw new UsageError(`"${text}" must be a release and its revision, such as rel_...:1`)
  return { releaseId, revision: Number(revision) }
}

async function approveEach(
  reviews: Pick<Reviews, 'approveRelease'>,
  by: Reviewer,
  approvals: readonly Approval[],
): Promise<ApprovalOutcome[]> {
  const outcomes: ApprovalOutcome[] = []
  for (const approval of approvals) outcomes.push(await approveOne(reviews, by, approval))
  return outcomes
}

async function approveOne(
  { approveRelease }: Pick<Reviews, 'approveRelease'>,
  by: Reviewer,
  approval: Approval,
): Promise<ApprovalOutcome> {
  try {
    await approveRelease(approval.releaseId, by, approval.revision)
    return { ...approval, outcome: 'approved', code: null, message: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...approval, outcome: 'refused', code: error.code, message: error.message }
  }
}

const formatOutcome = ({ releaseId, revision, outcome, message }: ApprovalOutcome): string =>
  plainText(`${releaseId}  revision ${revision}  ${outcome}${message === null ? '' : `: ${message}`}`)
