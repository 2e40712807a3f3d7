import { expect, test } from 'vitest'
import { referenceJson, referenceModule } from './vocabulary-plugin.ts'

test('[VO1] strings, templates and patterns of a module change, its names do not', () => {
  const own = [
    "const orch = 'networking.orch.io' as 'networking.orch.io'",
    'const label = `orch.io/${orch}/meta.orch.io`',
    String.raw`const group = /\.orch\.io$/.test(orch)`,
    "const quoted = { 'orch.io': 'it\\'s Orch', orchard: orch.length }",
  ]
  const reference = [
    'const orch = "networking.k8s.io" as "networking.k8s.io"',
    'const label = `kubernetes.io/${orch}/meta.k8s.io`',
    String.raw`const group = /\.(?:k8s|kubernetes)\.io$/.test(orch)`,
    'const quoted = { "kubernetes.io": "it\'s Kubernetes", orchard: orch.length }',
  ]

  expect(referenceModule(own.join('\n'))).toBe(reference.join('\n'))
})

test('[VO1] keys and values of a JSON document change in place', () => {
  const own = { b: ['rbac.authorization.orch.io', 1, null], 'orch.io/os': { orch: true }, a: 'x' }

  expect(referenceJson(JSON.stringify(own))).toBe(
    '{"b":["rbac.authorization.k8s.io",1,null],"kubernetes.io/os":{"kubernetes":true},"a":"x"}',
  )
})
