import { expect, test } from 'vitest'
import { persistentvolumes } from '#server/resources/core/persistentvolumes/definition.ts'
import { runtimeclasses } from '#server/resources/node/runtimeclasses/definition.ts'
import { csistoragecapacities } from '#server/resources/storage/csistoragecapacities/definition.ts'
import { storageclasses } from '#server/resources/storage/storageclasses/definition.ts'
import { tryCreate } from '#testing/strategy-trial.ts'

const os = 'beta.orch.io/os'
const zone = 'failure-domain.beta.orch.io/zone'
const useOs = 'deprecated since v1.14; use "orch.io/os" instead'
const useZone = 'deprecated since v1.17; use "topology.orch.io/zone" instead'

test('[NL1] deprecated node labels cause a warning', () => {
  const scheduling = { nodeSelector: { [zone]: 'a', [os]: 'linux', app: 'web' } }
  expect(tryCreate(runtimeclasses, { handler: 'runc', scheduling }).warnings).toEqual([
    `scheduling.nodeSelector: ${useOs}`,
    `scheduling.nodeSelector: ${useZone}`,
  ])
  const allowedTopologies = [
    {
      matchLabelExpressions: [
        { key: 'app', values: ['a'] },
        { key: zone, values: ['a'] },
      ],
    },
  ]
  expect(tryCreate(storageclasses, { provisioner: 'x', allowedTopologies }).warnings).toEqual([
    `allowedTopologies[0].matchLabelExpressions[1].key: ${useZone}`,
  ])
  const nodeTopology = { matchLabels: { [os]: 'linux' }, matchExpressions: [{ key: zone, operator: 'Exists' }] }
  expect(tryCreate(csistoragecapacities, { storageClassName: 'x', nodeTopology }).warnings).toEqual([
    `nodeTopology.matchExpressions[0].key: ${zone} is ${useZone}`,
    `nodeTopology.matchLabels.${os}: ${useOs}`,
  ])
  const nodeAffinity = {
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key: os, operator: 'In', values: ['linux'] }] }] },
  }
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' }, nodeAffinity }
  expect(tryCreate(persistentvolumes, { spec }).warnings).toEqual([
    `spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: ${os} is ${useOs}`,
  ])
})
