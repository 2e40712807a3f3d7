import { expect, test } from 'vitest'
import '#server/kinds/every-group.ts'
import { diffJson } from './unified-diff.ts'
import { internalForm } from './internal-form.ts'

test('[WL3] a value is printed with every field of the internal type, in its order', () => {
  const strategy = internalForm('apps.v1.StatefulSetUpdateStrategy', { type: 'Odd' })
  expect(JSON.stringify(strategy)).toBe('{"Type":"Odd","RollingUpdate":null}')
  const budget = internalForm('policy.v1.PodDisruptionBudgetSpec', { maxUnavailable: 1, minAvailable: 1 })
  expect(JSON.stringify(budget)).toBe(
    '{"MinAvailable":1,"Selector":null,"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}',
  )
  const rolling = internalForm('apps.v1.RollingUpdateStatefulSetStrategy', { partition: 1 })
  expect(JSON.stringify(rolling)).toBe('{"Partition":1,"MaxUnavailable":null}')
})

test('[WL3] the host namespaces of a pod template are in its security context', () => {
  const template = internalForm('core.v1.PodTemplateSpec', {
    metadata: { labels: { b: '2', a: '1' } },
    spec: { hostNetwork: true, securityContext: {}, containers: [{ name: 'c', image: 'i' }] },
  })
  const text = JSON.stringify(template)
  expect(text.startsWith('{"labels":{"a":"1","b":"2"},"Spec":{"Volumes":null,"InitContainers":null,')).toBe(true)
  expect(text).toContain('"SecurityContext":{"HostNetwork":true,"HostPID":false,"HostIPC":false,')
  expect(text).toContain('"Resources":{"Limits":null,"Requests":null,"Claims":null},"ResizePolicy":null,')
  expect(text.endsWith('"SchedulingGates":null,"ResourceClaims":null,"Resources":null,"HostnameOverride":null}}')).toBe(
    true,
  )
})

test('[WL4] a diff has three context lines around a change', () => {
  const live = { Name: 'dbg', Image: 'a:1', Command: null, Args: null, WorkingDir: '', Ports: null }
  expect(diffJson(live, { ...live, Image: 'a:2' })).toBe(
    '@@ -1,6 +1,6 @@\n {\n  "Name": "dbg",\n- "Image": "a:1",\n+ "Image": "a:2",\n  "Command": null,\n  "Args": null,\n  "WorkingDir": "",\n',
  )
})

test('[WL4] distant changes are in separate hunks, close ones share a hunk', () => {
  const live = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, at]))
  const far = diffJson(live, { ...live, k1: -1, k18: -1 })
  expect(far.match(/^@@/gm)).toHaveLength(2)
  const near = diffJson(live, { ...live, k5: -1, k9: -1 })
  expect(near.match(/^@@/gm)).toHaveLength(1)
})

test('[WL4] equal values have no diff', () => {
  expect(diffJson({ a: 1 }, { a: 1 })).toBe('')
})
