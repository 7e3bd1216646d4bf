import type { ReleaseEvent } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { listing } from '../operation-handlers.ts'
import type { pages } from './release-commands.ts'

export const listEvents: CommandHandler<typeof pages> = listing(
  ({ releases }, { releaseId, ...page }, options) => releases.listEvents(releaseId, page, options),
  {
    empty: ({ releaseId }) => `There are no more events. To see the first ones: spindle releases events ${releaseId}`,
    columns: [
      ['at', ({ at }) => at],
      ['event', ({ type }) => type],
      ['outlet', ({ data }) => (typeof data.outletId === 'string' ? data.outletId : undefined), 'extra'],
      ['revision', ({ revision }) => revision, 'extra'],
      ['by', ({ actor }) => actor.name ?? actor.type, 'extra'],
      ['reason', ({ reason }) => reason, 'text'],
    ],
  },
)

/** `submitted > approved`; undefined if the status does not change. */
export const formatStatusChange = ({ from, to }: ReleaseEvent): string | undefined =>
  to === null || to === from ? undefined : from === null ? to : `${from} > ${to}`
