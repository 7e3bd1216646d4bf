import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { commands } from '../../src/cli/all-commands.ts'
import { readConfig } from '../../src/config/config.ts'
import { atEnd } from '../harness/cleanup.ts'

/**
 * The manifests for Kubernetes, without a cluster: every field exists in the published types of the Kubernetes API, and
 * the values fit the image and the hub.
 */

const run = promisify(execFile)
const checkout = new URL('../../../../', import.meta.url).pathname
const read = (name: string): Promise<string> => readFile(join(checkout, 'deploy/kubernetes', name), 'utf8')
const files = ['namespace.yaml', 'api.yaml', 'worker.yaml', 'backup.yaml', 'autoscaling.yaml']
// biome-ignore lint/suspicious/noExplicitAny: whether a manifest has its shape is what the first test is about
type Manifest = any

/** The kinds used, and the module that describes them. */
const modules: Readonly<Record<string, string>> = {
  CronJob: 'batch/v1',
  Deployment: 'apps/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Namespace: 'core/v1',
  PersistentVolumeClaim: 'core/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'core/v1',
}

/** The compiler's errors for manifests with unknown fields. */
async function findProblems(manifests: readonly Manifest[]): Promise<string> {
  // In the checkout, where the types are found.
  const folder = await mkdtemp(join(checkout, 'node_modules/.cache-kubernetes-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const imports = Object.entries(modules).map(
    ([kind, module]) => `import type { ${kind} } from 'kubernetes-types/${module}.js'`,
  )
  const checks = manifests.map(
    (manifest, index) => `export const m${index}: ${manifest.kind} = ${JSON.stringify(manifest)}`,
  )
  const file = join(folder, 'manifests.ts')
  await writeFile(file, [...imports, ...checks].join('\n'))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig']
  const { stdout } = await run(join(checkout, 'node_modules/.bin/tsc'), [...options, file]).catch(
    (error: unknown) => error as { stdout: string },
  )
  return stdout
}

describe('deploy/kubernetes', () => {
  let manifests: Manifest[]
  let deployments: Manifest[]
  beforeAll(async () => {
    const texts = await Promise.all(files.map(read))
    const documents = texts.flatMap((text) => [...parseAllDocuments(text)])
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
    manifests = documents.map((document) => document.toJS() as Manifest)
    deployments = manifests.filter(({ kind }) => kind === 'Deployment')
  })

  it('has only fields that Kubernetes has, in the version of each kind', async () => {
    for (const { kind, apiVersion } of manifests)
      expect(`${kind} ${apiVersion}`).toBe(`${kind} ${modules[kind]?.replace('core/', '')}`)
    expect(await findProblems(manifests)).toBe('')
    const [deployment] = deployments
    const misspelt = { ...deployment, spec: { ...deployment.spec, templat: {} } }
    expect(await findProblems([misspelt])).toMatch(/templat.*does not exist/)
  })

  it('names in its kustomization every file there is, and generates what the pods read', async () => {
    const { resources, configMapGenerator, secretGenerator, images }: Manifest = parse(await read('kustomization.yaml'))
    const named: string[] = [...resources, 'autoscaling.yaml']
    expect(named.toSorted()).toEqual(files.toSorted())
    expect(images).toMatchObject([{ name: 'spindle' }])
    for (const { spec } of deployments)
      for (const container of [...spec.template.spec.initContainers, ...spec.template.spec.containers]) {
        expect(container.image).toBe('spindle')
        expect(container.envFrom).toEqual([
          { configMapRef: { name: configMapGenerator[0].name } },
          { secretRef: { name: secretGenerator[0].name } },
        ])
      }
  })

  it('sets only settings that exist, and prevents Kubernetes from setting others', async () => {
    const lines = `${await read('settings.env')}\n${await read('secrets.env.example')}`.split('\n')
    const set = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(/=(.*)/s))
    const config = readConfig(Object.fromEntries(set))
    expect(config).toMatchObject({ blobs: { kind: 's3' }, integrationTokens: [{}] })
    for (const { spec } of deployments) {
      const pod = spec.template.spec
      expect(pod.enableServiceLinks).toBe(false)
      expect(pod.containers[0].ports).toContainEqual({ name: 'metrics', containerPort: config.metricsPort })
      expect(pod.containers[0].ports).toContainEqual({ name: 'http', containerPort: config.port })
      // After the drain the hub itself takes 15 s.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(config.drainSeconds + 15)
      const { startupProbe, readinessProbe, livenessProbe } = pod.containers[0]
      expect([startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
        '/readyz',
        '/readyz',
        '/healthz',
      ])
      const { periodSeconds, timeoutSeconds, failureThreshold } = readinessProbe
      expect(config.drainSeconds).toBeGreaterThanOrEqual(periodSeconds * failureThreshold + timeoutSeconds)
    }
  })

  it('runs the image as it is made: its user, its program, nothing to write to but two folders', async () => {
    const image = await readFile(join(checkout, 'deploy/container/Containerfile'), 'utf8')
    const user = Number(/^USER (\d+):/m.exec(image)?.[1])
    expect(deployments.map(({ spec }) => spec.template.spec.containers[0].args.join(' '))).toEqual([
      'serve --role api --no-migrate',
      'serve --role worker --no-migrate',
    ])
    for (const { spec } of deployments) {
      const pod = spec.template.spec
      expect(pod.initContainers).toMatchObject([{ args: ['migrate', '--new'] }])
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: user, fsGroup: user })
      for (const container of [...pod.initContainers, ...pod.containers]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
          '/data',
          '/tmp',
        ])
      }
    }
  })

  it('makes a backup each night, verifies it and prunes, by commands that the hub has', () => {
    const job = manifests.find(({ kind }) => kind === 'CronJob')
    const pod = job.spec.jobTemplate.spec.template.spec
    const [deployment] = deployments
    const steps = [...pod.initContainers, ...pod.containers]
    expect(steps.map(({ args }) => args.slice(0, 2).join(' '))).toEqual([
      'backup create',
      'backup verify',
      'backup prune',
    ])
    for (const { args, image, envFrom, securityContext } of steps) {
      const command = commands.find(({ name }) => name === args.slice(0, 2).join(' '))
      const options = Object.values(command?.options ?? {}).map(({ flags }) => flags.split(' ')[0])
      for (const option of args.filter((word: string) => word.startsWith('--'))) expect(options).toContain(option)
      expect({ image, envFrom, securityContext }).toEqual({
        image: 'spindle',
        envFrom: deployment.spec.template.spec.containers[0].envFrom,
        securityContext: deployment.spec.template.spec.containers[0].securityContext,
      })
    }
    expect(pod.securityContext).toEqual(deployment.spec.template.spec.securityContext)
    expect(pod.enableServiceLinks).toBe(false)
    const claim = manifests.find(({ kind }) => kind === 'PersistentVolumeClaim')
    expect(pod.volumes).toContainEqual({
      name: 'backups',
      persistentVolumeClaim: { claimName: claim.metadata.name },
    })
  })

  it('sends requests, and keeps pods, by labels that pods have', () => {
    const labelsOf = (component: string) => deployments.find(({ metadata }) => metadata.name === `spindle-${component}`)
    const selectors = manifests
      .filter(({ kind }) => kind === 'Service' || kind === 'PodDisruptionBudget')
      .map(({ spec }) => spec.selector.matchLabels ?? spec.selector)
    const pods = ['api', 'worker'].map((name) => labelsOf(name).spec.template.metadata.labels)
    expect(selectors).toEqual([pods[0], pods[0], pods[1]])
    for (const { spec } of deployments) expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels)
    const scaled = manifests.find(({ kind }) => kind === 'HorizontalPodAutoscaler')
    expect(scaled.spec.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'spindle-api' })
  })
})
