import type { TakedownPreview } from '../features/releases/index.ts'
import { plainText } from './plain-text.ts'

/** What a takedown would mean, outlet by outlet, in words. */
export const formatTakedown = ({ outlets, planned }: TakedownPreview): string[] =>
  [
    ...outlets.flatMap(formatOutlet),
    ...(planned === null
      ? []
      : [
          `Planned for ${planned.on} by ${planned.actor.name ?? planned.actor.type}, ${
            planned.outlets === null ? 'at all outlets' : `at ${planned.outlets.join(', ')}`
          }: ${planned.reason}`,
        ]),
  ].map(plainText)

type Outlet = TakedownPreview['outlets'][number]
type Notice = NonNullable<Outlet['notice']>

const ways: Readonly<Record<Notice['way'], string>> = {
  no_deal: 'a message without deals',
  end_date: 'a message whose deals have ended two days before',
  purge: 'a message that purges the release',
  removal: 'it is not offered there any more',
}

function formatOutlet({ outlet, status, revision, effect, notice }: Outlet): string[] {
  const head = `${outlet.id}  ${outlet.name}: `
  if (effect === 'down') return [`${head}${status}, nothing changes`]
  if (effect === 'withdrawn') return [`${head}${status}, nothing has been sent, so nothing is said`]
  return [
    `${head}${status}, revision ${revision}`,
    ...(notice ? [`  told: ${ways[notice.way]}`, ...notice.ends.map((end) => `  ends: ${formatEnd(end)}`)] : []),
  ]
}

function formatEnd({ territories: { mode, codes = [] }, models, uses }: Notice['ends'][number]): string {
  const where =
    mode === 'worldwide' ? 'everywhere' : `${mode === 'include' ? 'in' : 'everywhere but in'} ${codes.join(', ')}`
  return models.length === 0 ? where : `${where}: ${uses.join(', ')} by ${models.join(', ')}`
}
