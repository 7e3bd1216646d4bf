import { expect, it } from 'vitest'
import { blocks, inlineCommands } from './deploying-page.ts'

/**
 * Covers every command of `docs/deploying.md`: `sh` blocks are typed by `system/deploying.system.test.ts`; the others
 * are listed here.
 */

it('has blocks that are typed, lines that need what a test cannot have, and settings', () => {
  expect([...new Set(blocks.map(({ language }) => language))].sort()).toEqual(['console', 'ini', 'sh', 'yaml'])
})

it('names these commands without their being typed, because they need containers, a cluster or systemd', () => {
  const lines = blocks
    .filter(({ language }) => language === 'console')
    .flatMap((block) => block.text.trim().split('\n'))
  expect(lines).toEqual([
    // The units are checked by systemd-analyze.
    // The wrapper is run by spindle-hub.slow.test.ts without systemd.
    '$ ln -s /opt/spindle/deploy/systemd/spindle-hub /usr/local/bin/',
    '$ systemctl enable --now spindle@all',
    '$ spindle-hub accounts create "My label"',
    '$ systemctl enable --now spindle-backup.timer',
    // publish-packages runs before a release. packed-hub.slow.test.ts installs the tarballs.
    '$ npm run publish-packages -- --to release',
    '$ npm install ./release/tarballs/*.tgz',
    '$ npx @spindle/hub serve',
    // What they make and start is run by image.test.ts without containers.
    '$ podman build --file deploy/container/Containerfile --tag spindle:0.2.0 .',
    '$ podman run --read-only --tmpfs /tmp --volume spindle:/data --publish 4578:4578 spindle:0.2.0',
    '$ podman exec CONTAINER spindle-hub accounts list',
    // The services of the file are run by compose.test.ts without containers, with what make-secrets writes.
    '$ deploy/make-secrets single',
    '$ cd deploy',
    '$ docker compose up --detach --build',
    '$ docker compose exec api1 spindle-hub accounts create "My label"',
    '$ docker compose build',
    '$ docker compose run --rm migrate',
    '$ for node in api1 api2 worker; do docker compose up --detach --no-deps --wait $node; done',
    // The manifests are compared with the types of Kubernetes by kubernetes.test.ts.
    '$ kubectl apply -k deploy/kubernetes',
  ])
})

it('names these commands within sentences', () => {
  expect([...new Set(inlineCommands)]).toEqual([
    'npm start',
    'npm run test:system',
    'npm ci',
    'npm run bundle',
    'npm run hub -- config check',
    'npx @spindle/hub',
    'npm run hub --',
    'openssl rand -hex 32',
    'deploy/make-secrets ha',
    'npm run hub -- doctor',
    // failover.test.ts tests its effect with Patroni.
    'patronictl switchover',
    'npm run test:patroni',
    'kubectl kustomize',
  ])
})
