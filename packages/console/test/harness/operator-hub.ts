import type { FakeHub } from './fake-hub.ts'
import { labelHub } from './label-hub.ts'
import { openAsOperator } from './render-page.tsx'

/** A hub that Mia runs: by default nothing waits. */
export function operatorHub(prepare: (hub: FakeHub) => void = () => {}): FakeHub {
  const hub = labelHub({ isOperator: true })
  hub.answer('getOperatorCounts', { reviews: 0, messages: 0 })
  prepare(hub)
  return hub
}

/** Opens a page of the operator once its title is there. */
export async function openOperator(path: string, prepare: (hub: FakeHub) => void = () => {}) {
  const hub = operatorHub(prepare)
  return { hub, page: await openAsOperator(hub, path) }
}
