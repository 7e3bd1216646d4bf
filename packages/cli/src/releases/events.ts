import type { ReleaseEvent } from '@spindle/client'
import type { Run } from '../command.ts'
import { showList } from '../paging.ts'
import type { pages } from './commands.ts'

export const listEvents: Run<typeof pages> = async (context, { releaseId, all, ...page }) => {
  const client = await context.client()
  await showList(context, client.releases.listEvents(releaseId, page, { signal: context.signal }), {
    all,
    empty: `Nothing more happened to it. Its beginning is shown by: spindle releases events ${releaseId}`,
    columns: [
      ['at', ({ at }) => at],
      ['event', ({ type }) => type],
      ['status', changeOf],
      ['revision', ({ revision }) => revision],
      ['by', ({ actor }) => actor.name ?? actor.type],
      ['reason', ({ reason }) => reason],
    ],
  })
  return undefined
}

/** `submitted > approved`; undefined where the status stays. */
export const changeOf = ({ from, to }: ReleaseEvent): string | undefined =>
  to === null || to === from ? undefined : from === null ? to : `${from} > ${to}`
