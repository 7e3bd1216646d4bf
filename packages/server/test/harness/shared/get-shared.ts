import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { SharedResources } from './resources.ts'

const asked = new Map<keyof SharedResources, Promise<unknown>>()

/**
 * Returns a resource that all test files share, such as the PostgreSQL of the run. The run creates it on the first
 * request, so tests that do not need it do not wait for it.
 */
export function getShared<Name extends keyof SharedResources>(name: Name): Promise<SharedResources[Name]> {
  const answer = asked.get(name) ?? ask(name)
  asked.set(name, answer)
  return answer as Promise<SharedResources[Name]>
}

async function ask(name: string): Promise<unknown> {
  const socket = connect(inject('run').socket)
  await once(socket, 'connect')
  socket.end(name)
  const answer = JSON.parse(await text(socket)) as { readonly value: unknown } | { readonly error: string }
  if ('error' in answer) throw new Error(`The run could not make ${name}: ${answer.error}`)
  return answer.value
}
