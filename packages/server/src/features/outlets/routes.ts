import { listOutlets } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/route.ts'
import type { Outlet } from './outlet.ts'

export function bindOutlets(http: Http, list: () => readonly Outlet[]): void {
  route(http, listOutlets, async () => ({
    body: { data: list().map(({ id, name, kind }) => ({ id, name, kind })) },
  }))
}
