#!/usr/bin/env node
// Sends packages of a Spindle hub to a store that takes files by HTTP PUT. docs/extending.md describes the agreement.
//   spindle-hub outlets add own --program /opt/spindle/send-package.mjs --env-file send-package.env …
// The file send-package.env has two lines: STORE_URL=https://store.example/inbox and STORE_TOKEN=…
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const [, , folder] = process.argv
const { STORE_URL, STORE_TOKEN } = process.env
const tryLater = 75

const about = JSON.parse(await readFile(join(folder, 'message.json'), 'utf8'))

async function put(path) {
  const answer = await fetch(`${STORE_URL}/${about.messageId}/${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${STORE_TOKEN}` },
    body: await readFile(join(folder, path)),
    signal: AbortSignal.timeout(600_000),
  }).catch((error) => {
    console.error(`The store cannot be reached: ${error.message}`)
    process.exit(tryLater)
  })
  if (answer.ok) return
  console.error(`The store answered ${answer.status} to ${path}`)
  if (answer.status >= 500 || answer.status === 429) process.exit(tryLater)
  if (answer.status !== 422) process.exit(1)
  console.log(JSON.stringify({ state: 'refused', reason: (await answer.text()).slice(0, 500) }))
  process.exit(0)
}

// The message is last: the store reads the package when it has it. A takedown has no files.
for (const { path } of about.files) await put(path)
await put(about.message.path)
console.log(JSON.stringify({ state: about.purpose === 'takedown' ? 'down' : 'sent' }))
