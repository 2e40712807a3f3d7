import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

const pods = '/api/v1/namespaces/default/pods'
const classes = '/apis/node.orch.io/v1/runtimeclasses'

const pod = (name: string, spec: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'example.com/i' }], ...spec },
})

async function start() {
  const server = startServer()
  await server.post(classes, {
    metadata: { name: 'heavy' },
    handler: 'vm',
    overhead: { podFixed: { cpu: '250m' } },
    scheduling: {
      nodeSelector: { vm: 'yes' },
      tolerations: [{ key: 'vm', operator: 'Exists' }],
    },
  })
  return server
}

test('[RTC3] a pod gets overhead and scheduling of its runtime class', async () => {
  const server = await start()
  const tolerations = [{ key: 'vm', operator: 'Equal', value: 'x', effect: 'NoSchedule' }]
  const spec = { runtimeClassName: 'heavy', nodeSelector: { disk: 'fast' }, overhead: { cpu: '0.25' }, tolerations }
  const { status, body } = await server.post(pods, pod('a', spec))
  expect(status).toBe(201)
  expect(body.spec).toMatchObject({ overhead: { cpu: '250m' }, nodeSelector: { disk: 'fast', vm: 'yes' } })
  expect(body.spec.tolerations.map(({ key, operator }: Record<string, string>) => [key, operator])).toEqual([
    ['node.orch.io/not-ready', 'Exists'],
    ['node.orch.io/unreachable', 'Exists'],
    ['vm', 'Exists'],
  ])
})

test.each([
  [{ runtimeClassName: 'none' }, 'pod rejected: RuntimeClass "none" not found'],
  [{ overhead: { cpu: '1' } }, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'],
  [
    { runtimeClassName: 'heavy', overhead: { cpu: '1' } },
    "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
  ],
  [
    { runtimeClassName: 'heavy', nodeSelector: { vm: 'no' } },
    'conflict: runtimeClass.scheduling.nodeSelector[vm] = yes; pod.spec.nodeSelector[vm] = no',
  ],
])('[RTC3] a pod with %j is refused', async (spec, why) => {
  const server = await start()
  const { status, body } = await server.post(pods, pod('a', spec))
  expect(status).toBe(403)
  expect(body.message).toBe(`pods "a" is forbidden: ${why}`)
})
