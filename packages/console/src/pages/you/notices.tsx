import type { NoticePace } from '@spindle/contract/console'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { meApi, noticesKey, useNotices } from '../../data/api/me-api.ts'
import { Select } from '../../parts/forms/field.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { noticeWords } from '../../words/account/notice-words.ts'

interface NoticesProps {
  readonly accountId: string
  readonly accountName: string
}

/** What the person is told by email about this account, and as an operator. Each choice is saved at once. */
export function Notices({ accountId, accountName }: NoticesProps) {
  const notices = useNotices()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: meApi.setNotices,
    onSuccess: (choices) => client.setQueryData(noticesKey, choices),
  })
  const chosen = notices.data?.accounts.find((one) => one.accountId === accountId)
  const operator = notices.data?.operator
  return (
    <section className="card padded stack">
      <h2>{noticeWords.title}</h2>
      {notices.error && <FailureNotice error={notices.error} onRetry={() => void notices.refetch()} />}
      {notices.isPending && <Skeleton rows={4} />}
      {notices.data && (
        <p className="soft">
          {noticeWords.lead(accountName, `${String(notices.data.digestHour).padStart(2, '0')}:00`)}
        </p>
      )}
      {notices.data?.isMailed === false && <p>{noticeWords.notMailed}</p>}
      {chosen &&
        topics.map((topic) => (
          <PaceSelect
            key={topic}
            label={noticeWords.topics[topic]}
            value={chosen[topic]}
            onChoose={(pace) => change.mutate({ accounts: [{ accountId: chosen.accountId, [topic]: pace }] })}
          />
        ))}
      {operator && (
        <PaceSelect
          label={noticeWords.operator.waiting}
          value={operator.waiting}
          onChoose={(waiting) => change.mutate({ operator: { waiting } })}
        />
      )}
      {change.error && <FailureNotice error={change.error} />}
      <p role="status" className="soft">
        {change.isSuccess && noticeWords.saved}
      </p>
    </section>
  )
}

const topics = Object.keys(noticeWords.topics) as (keyof typeof noticeWords.topics)[]
const paces = Object.keys(noticeWords.paces) as NoticePace[]

interface PaceSelectProps {
  readonly label: string
  readonly value: NoticePace
  readonly onChoose: (pace: NoticePace) => void
}

const PaceSelect = ({ label, value, onChoose }: PaceSelectProps) => (
  <Select
    label={label}
    value={value}
    onChange={({ currentTarget }) => onChoose(paces.find((pace) => pace === currentTarget.value) ?? value)}
  >
    {paces.map((pace) => (
      <option key={pace} value={pace}>
        {noticeWords.paces[pace]}
      </option>
    ))}
  </Select>
)
