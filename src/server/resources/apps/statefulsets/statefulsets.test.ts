import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { brief, createErrors, selector, templateOf } from '#testing/trial-texts.ts'
import { statefulsets } from './definition.ts'

const set = (spec: JsonObject = {}): JsonObject => ({
  spec: { selector, serviceName: 's', template: templateOf(), ...spec },
})
const live = (spec: JsonObject = {}) => tryCreate(statefulsets, set(spec)).object

test('[STS1] errors of a stateful set come in the order of the reference', () => {
  expect(createErrors(statefulsets, { spec: {} })).toEqual([
    'spec.selector: Required value',
    'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
    'spec.template.spec.containers: Required value',
  ])
  expect(
    createErrors(
      statefulsets,
      set({
        podManagementPolicy: 'Odd',
        updateStrategy: { type: 'Odd' },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'X', whenScaled: 'Y' },
        replicas: -1,
        minReadySeconds: -1,
        ordinals: { start: -1 },
        revisionHistoryLimit: -1,
        selector: { matchLabels: { app: 'y' } },
        serviceName: 'A_',
      }),
    ),
  ).toEqual([
    "spec.podManagementPolicy: Invalid value: \"Odd\": must be 'OrderedReady' or 'Parallel'",
    'spec.updateStrategy: Invalid value: {"Type":"Odd","RollingUpdate":null}: must be \'RollingUpdate\' or \'OnDelete\'',
    'spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "X": supported values: "Retain", "Delete"',
    'spec.persistentVolumeClaimRetentionPolicy.whenScaled: Unsupported value: "Y": supported values: "Retain", "Delete"',
    'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
    'spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0',
    'spec.serviceName: Invalid value: "A_": a lowercase RFC 1123 label …',
    'spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`',
  ])
  expect(
    createErrors(statefulsets, set({ updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: -1 } } })),
  ).toEqual([
    'spec.updateStrategy.rollingUpdate: Invalid value: {"Partition":-1,"MaxUnavailable":null}: only allowed for updateStrategy \'RollingUpdate\'',
  ])
  expect(createErrors(statefulsets, set({ updateStrategy: { rollingUpdate: { partition: -1 } } }))).toEqual([
    'spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0',
  ])
  expect(
    createErrors(statefulsets, set({ template: templateOf({ restartPolicy: 'Never', activeDeadlineSeconds: 1 }) })),
  ).toEqual([
    'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in StatefulSet is not Supported',
  ])
  expect(createErrors(statefulsets, { ...set(), metadata: { name: 'a.b' } })).toEqual([
    'metadata.name: Invalid value: "a.b": must not contain dots',
  ])
})

test('[STS2] only some fields of the spec are mutable', () => {
  const change = (spec: JsonObject) => brief(tryUpdate(statefulsets, live(), set(spec)).errors)
  expect(change({ replicas: 2, template: templateOf({ hostname: 'a' }), minReadySeconds: 1 })).toEqual([])
  expect(change({ serviceName: 't' })).toEqual([
    "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
  ])
  expect(change({ replicas: -1 })).toEqual(['spec.replicas: Invalid value: -1: must be greater than or equal to 0'])
})

test('[STS7] volume claim templates are validated on create', () => {
  const claims = [{ metadata: { name: 'a' }, spec: { accessModes: [], storageClassName: 'A_' } }]
  expect(createErrors(statefulsets, set({ volumeClaimTemplates: claims }))).toEqual([
    'spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required',
    'spec.volumeClaimTemplates[0].spec.resources[storage]: Required value',
    'spec.volumeClaimTemplates[0].spec.storageClassName: Invalid value: "A_": a lowercase RFC 1123 subdomain …',
  ])
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  const names = { hostname: 'A_', subdomain: '-' }
  const good = set({ volumeClaimTemplates: [{ metadata: { name: 'a' }, spec }], template: templateOf(names) })
  expect(createErrors(statefulsets, good)).toEqual([])
  const labels = { app: 'x', 'a b': 'c' }
  const wrong = createErrors(statefulsets, set({ template: { ...templateOf(), metadata: { labels } } }))
  expect(wrong.map((text) => text.slice(0, 42))).toEqual([
    'spec.template.labels: Invalid value: "a b"',
    'spec.template.labels: Invalid value: "a b"',
  ])
})

test('[STS3] counts of the status are not negative and consistent with each other', () => {
  const status = {
    replicas: 1,
    readyReplicas: 2,
    currentReplicas: 3,
    updatedReplicas: 4,
    availableReplicas: 5,
    observedGeneration: -1,
    collisionCount: -1,
  }
  expect(brief(tryUpdate(statefulsets, live(), { ...set(), status }, 'status').errors)).toEqual([
    'status.observedGeneration: Invalid value: -1: must be greater than or equal to 0',
    'status.collisionCount: Invalid value: -1: must be greater than or equal to 0',
    'status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
    'status.currentReplicas: Invalid value: 3: cannot be greater than status.replicas',
    'status.updatedReplicas: Invalid value: 4: cannot be greater than status.replicas',
    'status.availableReplicas: Invalid value: 5: cannot be greater than status.replicas',
    'status.availableReplicas: Invalid value: 5: cannot be greater than status.readyReplicas',
  ])
})

test('[STS4] defaults of a stateful set and its claim templates', () => {
  const claim = {
    metadata: { name: 'd' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }
  expect(live({ volumeClaimTemplates: [claim] })['spec']).toMatchObject({
    replicas: 1,
    revisionHistoryLimit: 10,
    podManagementPolicy: 'OrderedReady',
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
    volumeClaimTemplates: [
      {
        kind: 'PersistentVolumeClaim',
        apiVersion: 'v1',
        spec: { volumeMode: 'Filesystem' },
        status: { phase: 'Pending' },
      },
    ],
  })
  expect(live({ updateStrategy: { type: 'RollingUpdate' } })['spec']).toMatchObject({
    updateStrategy: { type: 'RollingUpdate' },
  })
})

test('[STS5] fractional bytes in claims and a negative revisionHistoryLimit are warned of', () => {
  const claim = { metadata: { name: 'd' }, spec: { resources: { requests: { storage: '1.5' } } } }
  expect(tryCreate(statefulsets, set({ volumeClaimTemplates: [claim], revisionHistoryLimit: -1 })).warnings).toEqual([
    'spec.volumeClaimTemplates[0].resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
    'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
  ])
})
