import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Delivery } from '../../delivery/delivery.ts'
import type { DeliveryState } from '../../delivery/delivery-state.ts'
import type { Remark } from './remarks.ts'

/** The delivery of the page, for all its components. */
export interface OpenedDelivery {
  readonly accountId: string
  readonly delivery: Delivery
  readonly state: DeliveryState
  /** The problems, by the place where they are shown. */
  readonly remarks: readonly Remark[]
  /** Findings are shown at their fields once they were requested. */
  readonly isReviewed: boolean
  /** The address of a step, or of a field in it. */
  stepPath(step: string): string
}

export const DeliveryContext = createContext<OpenedDelivery | undefined>(undefined)

export function useOpenedDelivery(): OpenedDelivery {
  const opened = useContext(DeliveryContext)
  if (!opened) throw new Error('No delivery around')
  return opened
}

export const useDeliveryState = (delivery: Delivery): DeliveryState =>
  useSyncExternalStore(delivery.subscribe, delivery.getState)
