import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

interface Load {
  readonly target: string
  readonly rows: Readable
  readonly format?: string | undefined
}

/** `copy ... from stdin` on a connection that is not used for anything else until it ends. */
export const loadRows = (client: pg.ClientBase, { target, rows, format = '' }: Load): Promise<void> =>
  pipeline(rows, client.query(copyFrom(`copy ${target} from stdin ${format}`)))
