import { indexedDb } from '#library/browser.ts'
import { compile } from '#library/cel.ts'
import { checkConfig } from '#library/config.ts'
import { createOrchard } from '#library/orchard.ts'
import { createOrchard as createKubernetes } from '#library/orchard.ts?vocabulary=kubernetes'
import { digestOfWalk } from '#testing/seeded-walk.ts'

const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }

/** Uses the entries of the package that pages have; returns what each gave. */
async function useEntries() {
  const log = indexedDb('library-entries')
  const first = await createOrchard({ log })
  if ((await first.fetch('/api/v1/namespaces/shop')).status === 404) await first.create(namespace)
  const watch = await first.fetch(`/api/v1/namespaces?watch=true&resourceVersion=${first.revision()}`)
  const reader = watch.body?.getReader()
  const next = reader?.read()
  await first.create({ ...namespace, metadata: { generateName: 'made-' } })
  const event = JSON.parse(new TextDecoder().decode((await next)?.value)) as { readonly type: string }
  await reader?.cancel()
  await first.close()
  const again = await createOrchard({ log })
  const kept = await again.fetch('/api/v1/namespaces/shop')
  const kubernetes = await createKubernetes()
  const group = await kubernetes.fetch('/apis/apiextensions.k8s.io/v1')
  await Promise.all([again.close(), kubernetes.close()])
  return {
    event: event.type,
    kept: kept.status,
    group: group.status,
    value: compile('[1, 2].map(x, x * 2)').run({}),
    valid: checkConfig('apiVersion: v1').isValid,
  }
}

// Node runs the same file, to compare the bytes that it stores.
Object.assign(globalThis, { digestOfWalk, useEntries })
