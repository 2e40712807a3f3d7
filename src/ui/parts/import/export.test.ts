import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { configMapResource } from '#testing/found-resources.ts'
import type { ObjectView, ViewGroup } from '#ui/model/object-view.ts'
import { exportText } from './export.ts'

const group = (...items: readonly ApiObject[]): ViewGroup => ({
  resource: configMapResource,
  state: 'live',
  items: new Map(items.map((item, at) => [String(at), item])),
})

test('[IM5] objects are exported without status and without the metadata that the server sets', () => {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', labels: { on: 'true' }, uid: 'u', resourceVersion: '7', generation: 2, managedFields: [] },
    status: { phase: 'Running' },
  }
  const view: ObjectView = {
    at: null,
    discovered: true,
    groups: new Map([
      ['v1.pods', group(pod)],
      ['v1.secrets', group({ kind: 'Secret', metadata: { name: 'key' } })],
    ]),
  }
  expect(exportText(view)).toBe(
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  labels:\n    "on": "true"\n---\nkind: Secret\nmetadata:\n  name: key\n',
  )
})
