import { SpindleError } from '@spindle/client'
import { useEffect, useEffectEvent, useState } from 'react'
import { words } from '../../words/words.ts'
import { meApi } from '../api/me-api.ts'
import { type LeftForOutside, type Session, sessionApi } from '../api/session-api.ts'
import { type Failure, toFailure } from '../failure.ts'
import { useHubFacts } from '../queries/queries.ts'

/**
 * Signing in at the outside provider. The browser leaves for it and comes back to a page of the console. Where a page must
 * stay as it is, another window goes there, and notifies the page when it is back.
 */

type Begin = () => Promise<LeftForOutside>

/** What people call the provider; undefined if there is none. */
export const useOutsideName = (): string | undefined => useHubFacts().data?.outside?.name

/** Kept in the window that leaves, for the page it comes back to: an address of the console, or that another page waits. */
const goOnKey = 'spindle:outside'
const anotherPageWaits = 'close'
const channelName = 'spindle-outside'

/** The window continues at `next` once it is back. */
export async function leaveForOutside(begin: Begin, next: string): Promise<void> {
  const { location: address } = await begin()
  rememberIn(window, next)
  location.assign(address)
}

export interface OutsideWindow {
  open(): void
  readonly isBusy: boolean
  /** The other window is on its way. */
  readonly isWaiting: boolean
  readonly failure: Failure | undefined
}

/** Opens the provider in a separate window; `onBack` is called when that has come back with success. */
export function useOutsideWindow(begin: Begin, onBack: () => void): OutsideWindow {
  const [state, setState] = useState<'idle' | 'busy' | 'waiting'>('idle')
  const [failure, setFailure] = useState<Failure>()
  const heard = useEffectEvent(onBack)
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = () => heard()
    return () => channel.close()
  }, [])
  const open = async (): Promise<void> => {
    setFailure(undefined)
    // Before anything is waited for: browsers open windows only while a press is handled.
    const opened = window.open('', '_blank', 'popup,width=520,height=720')
    if (!opened) {
      setFailure(toFailure(new SpindleError(words.outside.noWindow, { code: 'window_refused' })))
      return
    }
    setState('busy')
    try {
      const { location: address } = await begin()
      rememberIn(opened, anotherPageWaits)
      opened.location.assign(address)
      setState('waiting')
    } catch (error) {
      opened.close()
      setFailure(toFailure(error))
      setState('idle')
    }
  }
  return { open: () => void open(), isBusy: state === 'busy', isWaiting: state === 'waiting', failure }
}

/** The page at which this window continues now that it is back; undefined if another window waits for it. */
export function readNext(): string | undefined {
  try {
    const next = sessionStorage.getItem(goOnKey) ?? ''
    return next === anotherPageWaits ? undefined : next
  } catch {
    return ''
  }
}

/** So that the next way through this window is not taken for this one. */
export function forgetNext(): void {
  try {
    sessionStorage.removeItem(goOnKey)
  } catch {
    // Nothing was remembered.
  }
}

/** Sends the answer to the hub, and returns who is signed in. */
export async function bringBack(answer: string): Promise<Session> {
  const [errand] = new URLSearchParams(answer).get('state')?.split('.', 1) ?? []
  const session = await finish(errand, answer)
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(errand)
  channel.close()
  return session
}

async function finish(errand: string | undefined, answer: string): Promise<Session> {
  if (errand === 'confirm') return sessionApi.confirmOutside(answer)
  if (errand !== 'connect') return sessionApi.signInOutside(answer)
  await meApi.addIdentity(answer)
  return sessionApi.getSession()
}

function rememberIn({ sessionStorage: storage }: Window, next: string): void {
  try {
    storage.setItem(goOnKey, next)
  } catch {
    // Not remembered: the window continues at the start page.
  }
}
