import { addOutlet, getHubOutlet, readHostKey, removeOutlet, updateOutlet } from '@spindle/contract/console'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import { readHostKey as readShownKey } from '../../interchange/index.ts'
import type { OutletsFeature } from '../../outlets/index.ts'
import { actorOf } from '../../people/index.ts'
import type { ChangeOutlets } from './change-outlets.ts'
import { describeOutlet } from './describe-outlet.ts'
import { readNewOutlet, readOutletUpdate, refusal } from './outlet-body.ts'
import { unknownOutlet } from './unknown-outlet.ts'

export interface SetupRoutes {
  readonly outlets: Pick<OutletsFeature, 'find'>
  readonly changeOutlets: ChangeOutlets
}

/** Adding stores as outlets, their settings, and removing them. */
export function bindOutletSetup(
  http: Http,
  { outlets, changeOutlets }: SetupRoutes,
  limited: <T>(test: () => Promise<T>) => Promise<T>,
): void {
  const requireAdded = async (id: string) => {
    const found = await outlets.find(id)
    if (!found) throw unknownOutlet()
    return found
  }
  const describe = async (id: string) => ({ body: describeOutlet(await requireAdded(id)) })

  route(http, getHubOutlet, ({ params: { outletId } }) => describe(outletId))
  route(http, addOutlet, async ({ principal, body }) => {
    const { id, name } = body
    const { secret, ...rest } = await readNewOutlet(body)
    const outlet = { id, name: name.trim(), isPaused: true, ...rest }
    if (!(await changeOutlets.add(outlet, secret, actorOf(principal))))
      throw refusal('/id', `The hub has an outlet with the id "${id}".`, { fix: 'Choose another id.', code: 'taken' })
    return describe(id)
  })
  route(http, updateOutlet, async ({ principal, params: { outletId }, body }) => {
    const change = await readOutletUpdate(body, await requireAdded(outletId))
    if (!(await changeOutlets.change(outletId, change, actorOf(principal)))) throw unknownOutlet()
    return describe(outletId)
  })
  route(http, removeOutlet, async ({ principal, params: { outletId } }) => {
    if (!(await changeOutlets.remove(outletId, actorOf(principal)))) throw unknownOutlet()
    return { body: undefined }
  })
  route(http, readHostKey, async ({ body }) => ({ body: await limited(() => askForKey(body)) }))
}

const longest = 1000

async function askForKey(server: { readonly host: string; readonly port: number }) {
  try {
    return { ...(await readShownKey(server)), problem: null }
  } catch (error) {
    const problem = error instanceof Error && error.message !== '' ? error.message : 'the server could not be reached'
    return { hostKey: null, keyType: null, problem: problem.slice(0, longest) }
  }
}
