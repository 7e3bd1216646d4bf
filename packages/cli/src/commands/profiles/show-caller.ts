import type { CurrentKey } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable } from '../../output/format-table.ts'

/** The API key in use: its account, what it may do, and its limits. */
export const showCaller: CommandHandler = async ({ client, out, signal }) => {
  const key = await (await client()).keys.getCurrent({ signal })
  out.result(key, () =>
    formatTable(
      [
        ['', ([name]) => name],
        ['', ([, value]) => value, 'text'],
      ],
      rowsOf(key),
      { header: false, columns: out.columns },
    ),
  )
  return undefined
}

const rowsOf = ({ account, id, name, permissions, expiresAt, limits, moveInUntil, agentGate }: CurrentKey) =>
  [
    ['account', `${account.name} (${account.id})`],
    ['key', `${name} (${id})`],
    ['may', permissions.join(', ') || 'nothing'],
    ['expires', expiresAt ?? 'never'],
    ['limits', formatLimits(limits) || 'none'],
    ...(moveInUntil === undefined ? [] : ([['move-in', formatMoveIn(moveInUntil)]] as const)),
    ['agents', agentGate ?? 'off'],
  ] as const

export const formatMoveIn = (until: string): string => `limits are larger until ${until}`

/** `600 reads a minute, 2400 reads a minute of the account` */
export const formatLimits = (limits: CurrentKey['limits']): string =>
  limits
    .map(({ name, requests, seconds, scope }) => {
      const time = seconds === 60 ? 'a minute' : `in ${seconds} s`
      return `${requests} ${name} ${time}${scope === 'account' ? ' of the account' : ''}`
    })
    .join(', ')
