import { expect, test } from 'vitest'
import { systemClock } from '#api/system-clock.ts'
import { startNamespaceController } from './namespace-controller.ts'

const json = (body: unknown, status = 200): Response => Response.json(body, { status })
const refusal = (code: number, message: string): Response =>
  json({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code, message }, code)

const namespace = {
  metadata: { name: 'n', deletionTimestamp: '2026-01-01T00:00:00Z', resourceVersion: '1' },
  spec: { finalizers: ['orch'] },
}

/** Runs the controller against these answers and returns the conditions that it wrote. */
function writtenConditions(answers: Readonly<Record<string, () => Response>>): Promise<Record<string, string>> {
  return new Promise((resolve) => {
    const controller = startNamespaceController({
      clock: systemClock,
      changed: () => undefined,
      fetch: async (input, init) => {
        const path = String(input)
        if (init?.method === 'PUT') {
          const { status } = JSON.parse(String(init.body)) as {
            status: { conditions: { type: string; status: string; message: string }[] }
          }
          controller.stop()
          const bad = status.conditions.filter((each) => each.status === 'True')
          resolve(Object.fromEntries(bad.map(({ type, message }) => [type, message])))
          return json(namespace)
        }
        if (path.includes('watch=1')) return new Promise(() => undefined)
        if (path === '/api/v1/namespaces') return json({ metadata: {}, items: [namespace] })
        if (path === '/api/v1/namespaces/n') return json(namespace)
        return answers[path]?.() ?? json({ metadata: {}, items: [] })
      },
    })
  })
}

const types = (...names: string[]) => ({
  groupVersion: 'v1',
  resources: names.map((name) => ({ name, namespaced: true, verbs: ['delete', 'list', 'deletecollection'] })),
})
const groups = { groups: [{ preferredVersion: { groupVersion: 'far.example/v1' } }] }

test('[CO4] pods are deleted first: while one remains, nothing else is deleted', async () => {
  const pod = { metadata: { name: 'p', finalizers: ['x.example/hold'] } }
  const said = await writtenConditions({
    '/apis': () => json({ groups: [] }),
    '/api/v1': () => json(types('configmaps', 'pods')),
    '/api/v1/namespaces/n/pods': () => json({ metadata: {}, items: [pod] }),
    '/api/v1/namespaces/n/configmaps': () => refusal(500, 'nobody should have asked'),
  })
  // As recorded from the original: the pods that it waits for are not counted.
  expect(said).toEqual({})
})

test('[CO4] groups that do not answer and types that cannot be emptied are reported, and keep the namespace', async () => {
  const said = await writtenConditions({
    '/apis': () => json(groups),
    '/apis/far.example/v1': () => refusal(503, 'the server is currently unable to handle the request'),
    '/api/v1': () => json(types('configmaps', 'pods')),
    '/api/v1/namespaces/n/configmaps': () => refusal(500, 'the disk is full'),
  })
  expect(said).toEqual({
    NamespaceDeletionDiscoveryFailure:
      'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: far.example/v1: the server is currently unable to handle the request',
    NamespaceDeletionContentFailure: 'Failed to delete all resource types, 1 remaining: the disk is full',
  })
})
