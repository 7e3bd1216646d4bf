import { readFile } from 'node:fs/promises'
import type { FieldError, WebhookEventType } from '@spindle/contract'
import type { Config, WebhooksFile } from '../../../config/config.ts'
import { ConfigError, type ConfigProblem } from '../../../config/problems.ts'
import { allowedTargets } from '../../../platform/outgoing/allowed-targets.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { isAllowedAddress } from '../allowed-address.ts'
import { isSigningSecret } from '../sending/sign-message.ts'

/** A webhook as the operator's file names it, with its secret. */
export interface ConfiguredWebhook {
  readonly account: AccountId
  /** Of one account each once; it stays the same webhook while this stays. */
  readonly name: string
  readonly url: string
  readonly description: string | null
  readonly eventTypes: WebhookEventType[] | null
  readonly secret: string
}

interface Entry extends Partial<Pick<ConfiguredWebhook, 'description' | 'eventTypes'>> {
  readonly account: AccountId
  readonly name: string
  readonly url: string
  readonly secretFile?: string
  readonly secretVariable?: string
}

const key = 'SPINDLE_WEBHOOKS_FILE'

/** None without the file. Throws ConfigError with all that is wrong; a secret is never repeated. */
export async function readConfigured({
  webhooksFile,
  webhookTargets,
}: Pick<Config, 'webhooksFile' | 'webhookTargets'>): Promise<readonly ConfiguredWebhook[]> {
  if (webhooksFile === undefined) return []
  const entries = await readEntries(webhooksFile)
  const targets = allowedTargets(webhookTargets)
  const problems: ConfigProblem[] = []
  const names = new Set<string>()
  const webhooks: ConfiguredWebhook[] = []
  for (const [index, entry] of entries.entries()) {
    const fail = (member: string, problem: string, fix: string): undefined => {
      problems.push({ key, problem: `/webhooks/${index}/${member}: ${problem}`, fix })
    }
    const { account, name, url } = entry
    if (names.has(`${account} ${name}`))
      fail('name', 'another webhook of the account has this name', 'use another name')
    names.add(`${account} ${name}`)
    if (!isAllowedAddress(targets, url))
      fail(
        'url',
        'the hub does not send to this address',
        'use a public https address, or add its host to SPINDLE_WEBHOOK_TARGETS',
      )
    const secret = await readSecret(webhooksFile, entry, fail)
    const description = entry.description ?? name
    if (secret !== undefined)
      webhooks.push({ account, name, url, description, eventTypes: entry.eventTypes ?? null, secret })
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return webhooks
}

async function readEntries({ path }: WebhooksFile): Promise<readonly Entry[]> {
  const value = parse(await read(path))
  // The checker of values takes longer to load than a hub without this file takes to start.
  const [{ checkValue }, { FileSchema }] = await Promise.all([
    import('@spindle/contract/check'),
    import('./file-schema.ts'),
  ])
  const errors = checkValue(FileSchema, value, 100)
  if (errors.length > 0) throw new ConfigError(errors.map(problemOf))
  return (value as { readonly webhooks: readonly Entry[] }).webhooks
}

const problemOf = ({ pointer, detail, fix }: FieldError): ConfigProblem => ({
  key,
  problem: `${pointer}: ${detail.replace(/\.$/, '')}`,
  fix: fix?.replace(/\.$/, '') ?? 'see docs/webhooks.md for the format of the file',
})

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const problem = `${path} cannot be read (${codeOf(error)})`
    throw new ConfigError([{ key, problem, fix: 'use a file that the hub can read' }])
  }
}

/** What the parser says of a text repeats a part of it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError([{ key, problem: 'the file is not JSON', fix: 'see docs/webhooks.md for an example' }])
  }
}

type Fail = (member: string, problem: string, fix: string) => undefined

/** Whoever mixes things up writes the secret where its place belongs, so that is not repeated either. */
async function readSecret(
  { variable }: WebhooksFile,
  { secretFile, secretVariable }: Entry,
  fail: Fail,
): Promise<string | undefined> {
  if (secretFile !== undefined && secretVariable === undefined) return readSecretFile(secretFile, fail)
  if (secretFile === undefined && secretVariable !== undefined) {
    const secret = variable(secretVariable)
    return secret === undefined
      ? fail('secretVariable', 'the variable is not set', 'set it in the environment of the hub')
      : requireSecret('secretVariable', secret, fail)
  }
  const problem = 'exactly one of secretFile and secretVariable is required'
  return fail('secretFile', problem, 'use one of them')
}

async function readSecretFile(path: string, fail: Fail): Promise<string | undefined> {
  try {
    return requireSecret('secretFile', (await readFile(path, 'utf8')).trim(), fail)
  } catch (error) {
    return fail('secretFile', `the file cannot be read (${codeOf(error)})`, 'use a file that the hub can read')
  }
}

const requireSecret = (member: string, secret: string, fail: Fail): string | undefined =>
  isSigningSecret(secret)
    ? secret
    : fail(member, 'the secret is missing', 'create one with: echo "whsec_$(openssl rand -base64 32)"')

const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? 'unknown'
