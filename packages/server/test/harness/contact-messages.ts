import type { TestHub } from './hub.ts'

export const messagesPath = '/console/api/operator/messages'

/** Leaves a message as the contact page does, from an address that only this message has; answers its id. */
export async function leaveMessage(hub: TestHub, name: string): Promise<string> {
  const email = `${hub.hub.http.ids.make('usr').toLowerCase()}@label.example`
  await hub.hub.contact.receive({ name, email, organisation: '', message: `Hello, I am ${name}.` })
  const row = await hub.opened.database.system.row<{ id: string }>('select id from contact_messages where email = $1', [
    email,
  ])
  if (!row) throw new Error('the message was not kept')
  return row.id
}
