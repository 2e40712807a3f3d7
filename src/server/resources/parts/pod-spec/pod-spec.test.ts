import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { pods } from '#server/resources/core/pods/definition.ts'
import { tryCreate } from '#testing/strategy-trial.ts'
import { container, createErrors } from '#testing/trial-texts.ts'

const errorsOf = (spec: JsonObject, metadata: JsonObject = {}): readonly string[] =>
  createErrors(pods, { metadata: { name: 'p', ...metadata }, spec: { containers: [container], ...spec } })
const errorsOfVolumes = (...volumes: JsonObject[]): readonly string[] => errorsOf({ volumes })
const errorsOfContainer = (more: JsonObject, spec: JsonObject = {}): readonly string[] =>
  errorsOf({ containers: [{ ...container, ...more }], ...spec })
const specOf = (spec: JsonObject, more: JsonObject = {}) =>
  tryCreate(pods, { spec: { containers: [{ ...container, ...more }], ...spec } }).object['spec'] as JsonObject

test('[POD1] errors of a spec come in the order of the reference', () => {
  expect(
    errorsOf({
      restartPolicy: 'Sometimes',
      dnsPolicy: 'Mine',
      nodeSelector: { 'a b': 'c d' },
      readinessGates: [{ conditionType: 'a b' }],
      schedulingGates: [{ name: 'a.example/b' }, { name: 'a.example/b' }],
      serviceAccountName: 'A',
      nodeName: 'A',
      activeDeadlineSeconds: 0,
      hostname: 'A.b',
      subdomain: '-',
      hostAliases: [{ ip: 'x', hostnames: ['A_'] }],
      priorityClassName: 'A',
      runtimeClassName: 'A',
      preemptionPolicy: 'Perhaps',
      overhead: { cpu: '-1' },
      os: { name: 'mac' },
    }),
  ).toEqual([
    'spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
    'spec.dnsPolicy: Unsupported value: "Mine": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
    'spec.nodeSelector: Invalid value: "a b": name part …',
    "spec.nodeSelector: Invalid value: \"c d\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', …",
    'spec.readinessGates[0].conditionType: Invalid value: "a b": name part …',
    'spec.schedulingGates[1]: Duplicate value: "a.example/b"',
    'spec.serviceAccountName: Invalid value: "A": a lowercase RFC 1123 subdomain …',
    'spec.nodeName: Invalid value: "A": a lowercase RFC 1123 subdomain …',
    'spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive',
    'spec.hostname: Invalid value: "A.b": a lowercase RFC 1123 label …',
    'spec.subdomain: Invalid value: "-": a lowercase RFC 1123 label …',
    'spec.hostAliases[0].ip: Invalid value: "x": must be a valid IP address, …',
    'spec.hostAliases[0].hostnames[0]: Invalid value: "A_": a lowercase RFC 1123 subdomain …',
    'spec.priorityClassName: Invalid value: "A": a lowercase RFC 1123 subdomain …',
    'spec.runtimeClassName: Invalid value: "A": a lowercase RFC 1123 subdomain …',
    'spec.preemptionPolicy: Unsupported value: "Perhaps": supported values: "PreemptLowerPriority", "Never"',
    'spec.overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
    'spec.os: Unsupported value: "mac": supported values: "linux", "windows"',
    'spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared',
  ])
})

test('[POD2] defaults of a pod', () => {
  expect(specOf({})).toEqual({
    containers: [
      {
        name: 'c',
        image: 'img:1',
        resources: {},
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        imagePullPolicy: 'IfNotPresent',
      },
    ],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
    enableServiceLinks: true,
  })
  const probe = { httpGet: { port: 80 } }
  expect(
    specOf({ containers: [{ ...container, livenessProbe: probe, ports: [{ containerPort: 80 }] }] }),
  ).toMatchObject({
    containers: [
      {
        livenessProbe: {
          httpGet: { path: '/', port: 80, scheme: 'HTTP' },
          timeoutSeconds: 1,
          periodSeconds: 10,
          successThreshold: 1,
          failureThreshold: 3,
        },
        ports: [{ containerPort: 80, protocol: 'TCP' }],
      },
    ],
  })
  expect(specOf({ serviceAccount: 'a' })).toMatchObject({ serviceAccount: 'a', serviceAccountName: 'a' })
  expect(specOf({ hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 80 }] }] })).toMatchObject({
    containers: [{ ports: [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }] }],
  })
})

test.each([
  ['img', 'Always'],
  ['img:latest', 'Always'],
  ['img:1', 'IfNotPresent'],
  ['host:5000/img', 'Always'],
  ['host:5000/img:2', 'IfNotPresent'],
  [`img@sha256:${'a'.repeat(64)}`, 'IfNotPresent'],
  ['img:latest@bad', 'IfNotPresent'],
])('[POD3] the pull policy of %s defaults to %s', (image, policy) => {
  expect(specOf({ containers: [{ name: 'c', image }] })).toMatchObject({ containers: [{ imagePullPolicy: policy }] })
})

test('[POD5] the image of a volume gets no pull policy, because its feature is off', () => {
  const pod = { spec: { containers: [container], volumes: [{ name: 'v', image: { reference: 'r' } }] } }
  pods.strategy.default?.(pod as never)
  expect(pod.spec.volumes).toEqual([{ name: 'v', image: { reference: 'r' } }])
})

test('[POD4] defaults of volumes', () => {
  expect(
    specOf({
      volumes: [
        { name: 'a' },
        { name: 'b', secret: { secretName: 's' } },
        { name: 'd', hostPath: { path: '/x' } },
        { name: 'e', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
        { name: 'f', iscsi: { targetPortal: 'x', iqn: 'y', lun: 0 } },
        { name: 'g', rbd: { monitors: ['m'], image: 'i' } },
        { name: 'h', azureDisk: { diskName: 'x', diskURI: 'https://x' } },
        { name: 'i', scaleIO: { gateway: 'g', system: 's', secretRef: null } },
        { name: 'j', downwardAPI: { items: [{ path: 'x', fieldRef: { fieldPath: 'metadata.name' } }] } },
      ],
    })['volumes'],
  ).toEqual([
    { name: 'a', emptyDir: {} },
    { name: 'b', secret: { secretName: 's', defaultMode: 420 } },
    { name: 'd', hostPath: { path: '/x', type: '' } },
    {
      name: 'e',
      projected: { sources: [{ serviceAccountToken: { expirationSeconds: 3600, path: 't' } }], defaultMode: 420 },
    },
    { name: 'f', iscsi: { targetPortal: 'x', iqn: 'y', lun: 0, iscsiInterface: 'default' } },
    { name: 'g', rbd: { monitors: ['m'], image: 'i', pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' } },
    {
      name: 'h',
      azureDisk: {
        diskName: 'x',
        diskURI: 'https://x',
        cachingMode: 'ReadWrite',
        fsType: 'ext4',
        readOnly: false,
        kind: 'Shared',
      },
    },
    {
      name: 'i',
      scaleIO: { gateway: 'g', system: 's', secretRef: null, storageMode: 'ThinProvisioned', fsType: 'xfs' },
    },
    {
      name: 'j',
      downwardAPI: {
        items: [{ path: 'x', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } }],
        defaultMode: 420,
      },
    },
  ])
})

test('[POD5] fields of features that are disabled by default are dropped', () => {
  const lifecycle = { stopSignal: 'SIGTERM' }
  expect(
    specOf({ hostnameOverride: 'x', volumes: [{ name: 'a', emptyDir: {}, image: { reference: 'r' } }] }, { lifecycle }),
  ).toEqual({
    containers: [
      {
        name: 'c',
        image: 'img:1',
        resources: {},
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        imagePullPolicy: 'IfNotPresent',
      },
    ],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
    enableServiceLinks: true,
  })
})

test('[POD10] a volume has a unique name and one source', () => {
  expect(
    errorsOfVolumes(
      { name: 'A' },
      { name: 'a' },
      { name: 'a' },
      { name: '' },
      { name: 'b', emptyDir: {}, hostPath: { path: '/x' } },
      { name: 'd', emptyDir: { sizeLimit: '-1' } },
    ),
  ).toEqual([
    'spec.volumes[0].name: Invalid value: "A": a lowercase RFC 1123 label …',
    'spec.volumes[2].name: Duplicate value: "a"',
    'spec.volumes[3].name: Required value',
    'spec.volumes[4].hostPath: Forbidden: may not specify more than 1 volume type',
    'spec.volumes[5].emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity',
  ])
})

test('[POD11] paths of file volumes stay inside the mounted directory', () => {
  expect(
    errorsOfVolumes(
      { name: 'a', hostPath: { path: '../x', type: 'X' } },
      { name: 'b', hostPath: { path: '' } },
      {
        name: 'd',
        secret: {
          defaultMode: 512,
          items: [
            { key: '', path: '/a' },
            { key: 'a', path: '../x', mode: -1 },
          ],
        },
      },
      { name: 'e', configMap: { items: [{ key: 'x', path: '..a' }] } },
      { name: 'f', gitRepo: { directory: '/x' } },
      { name: 'g', persistentVolumeClaim: {} },
    ),
  ).toEqual([
    'spec.volumes[0].hostPath.path: Invalid value: "../x": must not contain \'..\'',
    'spec.volumes[0].hostPath.type: Unsupported value: "X": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
    'spec.volumes[1].hostPath.path: Required value',
    'spec.volumes[2].secret.secretName: Required value',
    'spec.volumes[2].secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive',
    'spec.volumes[2].secret.items[0].key: Required value',
    'spec.volumes[2].secret.items[0].path: Invalid value: "/a": must be a relative path',
    'spec.volumes[2].secret.items[1].path: Invalid value: "../x": must not contain \'..\'',
    'spec.volumes[2].secret.items[1].mode: Invalid value: -1: must be a number between 0 and 0777 (octal), both inclusive',
    'spec.volumes[3].configMap.name: Required value',
    'spec.volumes[3].configMap.items[0].path: Invalid value: "..a": must not start with \'..\'',
    'spec.volumes[4].gitRepo.repository: Required value',
    'spec.volumes[4].gitRepo.directory: Invalid value: "/x": must be a relative path',
    'spec.volumes[5].persistentVolumeClaim.claimName: Required value',
  ])
})

test('[POD12] a downward API file has one field or one resource', () => {
  const items = [
    { path: '' },
    { path: '/x', fieldRef: { fieldPath: 'spec.nodeName' } },
    { path: 'a', fieldRef: { fieldPath: "metadata.labels['a b']" }, resourceFieldRef: { resource: 'limits.cpu' } },
    { path: 'b', resourceFieldRef: { resource: 'limits.x' } },
    { path: 'd', resourceFieldRef: { containerName: 'c', resource: 'limits.cpu', divisor: '3' }, mode: 1000 },
  ]
  expect(errorsOfVolumes({ name: 'a', downwardAPI: { defaultMode: -1, items } })).toEqual([
    'spec.volumes[0].downwardAPI.defaultMode: Invalid value: -1: must be a number between 0 and 0777 (octal), both inclusive',
    'spec.volumes[0].downwardAPI.path: Required value',
    'spec.volumes[0].downwardAPI: Required value: one of fieldRef and resourceFieldRef is required',
    'spec.volumes[0].downwardAPI.path: Invalid value: "/x": must be a relative path',
    'spec.volumes[0].downwardAPI.fieldRef.fieldPath: Unsupported value: "spec.nodeName": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"',
    'spec.volumes[0].downwardAPI.fieldRef: Invalid value: "a b": name part …',
    'spec.volumes[0].downwardAPI: Invalid value: "resource": fieldRef and resourceFieldRef can not be specified simultaneously',
    'spec.volumes[0].downwardAPI.resourceFieldRef.containerName: Required value',
    'spec.volumes[0].downwardAPI.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor\'s values 1m and 1 are supported with the cpu resource',
    'spec.volumes[0].downwardAPI.mode: Invalid value: 1000: must be a number between 0 and 0777 (octal), both inclusive',
  ])
})

test('[POD13] no two sources of a projected volume write the same path', () => {
  const file = [{ key: 'k', path: 'x' }]
  const sources = [
    { secret: { name: 's', items: file }, configMap: { name: 'q' } },
    { configMap: { name: '', items: file } },
    { serviceAccountToken: { path: '', expirationSeconds: 1 } },
  ]
  expect(errorsOfVolumes({ name: 'a', projected: { defaultMode: 1000, sources } })).toEqual([
    'spec.volumes[0].projected.defaultMode: Invalid value: 1000: must be a number between 0 and 0777 (octal), both inclusive',
    'spec.volumes[0].projected.sources[0]: Forbidden: may not specify more than 1 volume type per source',
    'spec.volumes[0].projected.sources[1].configMap.name: Required value',
    'spec.volumes[0].projected: Invalid value: "": conflicting duplicate paths',
    'spec.volumes[0].projected.sources[2].serviceAccountToken.expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes',
    'spec.volumes[0].projected.path: Required value',
    'spec.volumes[0].projected.sources[2].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
  ])
})

test('[POD14] disk and driver volumes have their required fields', () => {
  expect(
    errorsOfVolumes(
      { name: 'a', gcePersistentDisk: { partition: 256 } },
      { name: 'b', awsElasticBlockStore: { volumeID: '', partition: -1 } },
      { name: 'c', iscsi: { iqn: 'x', lun: 256, chapAuthSession: true, initiatorName: 'iqn.x' } },
      { name: 'd', nfs: { path: 'x' } },
      { name: 'e', glusterfs: {} },
      { name: 'f', flocker: { datasetName: 'a/b', datasetUUID: 'u' } },
      { name: 'g', rbd: {} },
      { name: 'h', cinder: { secretRef: {} } },
      { name: 'i', cephfs: {} },
    ),
  ).toEqual([
    'spec.volumes[0].persistentDisk.pdName: Required value',
    'spec.volumes[0].persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive',
    'spec.volumes[1].awsElasticBlockStore.volumeID: Required value',
    'spec.volumes[1].awsElasticBlockStore.partition: Invalid value: -1: must be between 1 and 255, inclusive',
    'spec.volumes[2].iscsi.targetPortal: Required value',
    'spec.volumes[2].iscsi.iqn: Invalid value: "x": must be valid format starting with iqn, eui, or naa',
    'spec.volumes[2].iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive',
    'spec.volumes[2].iscsi.secretRef: Required value',
    'spec.volumes[2].iscsi.initiatorname: Invalid value: "iqn.x": must be valid format',
    'spec.volumes[3].nfs.server: Required value',
    'spec.volumes[3].nfs.path: Invalid value: "x": must be an absolute path',
    'spec.volumes[4].glusterfs.endpoints: Required value',
    'spec.volumes[4].glusterfs.path: Required value',
    'spec.volumes[5].flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously',
    'spec.volumes[5].flocker.datasetName: Invalid value: "a/b": must not contain \'/\'',
    'spec.volumes[6].rbd.monitors: Required value',
    'spec.volumes[6].rbd.image: Required value',
    'spec.volumes[7].cinder.volumeID: Required value',
    'spec.volumes[7].cinder.secretRef.name: Required value',
    'spec.volumes[8].cephfs.monitors: Required value',
  ])
  expect(
    errorsOfVolumes(
      { name: 'j', quobyte: { registry: 'x' } },
      { name: 'k', flexVolume: { options: { 'orch.io/x': '1' } } },
      { name: 'l', azureFile: {} },
      { name: 'm', vsphereVolume: {} },
      { name: 'n', azureDisk: { diskName: '', diskURI: 'x', kind: 'Managed', cachingMode: 'X' } },
      { name: 'o', photonPersistentDisk: {} },
      { name: 'p', portworxVolume: {} },
      { name: 'q', scaleIO: {} },
      { name: 'r', storageos: { volumeName: 'A' } },
      { name: 's', csi: { driver: 'A_', nodePublishSecretRef: {} } },
      { name: 't', fc: { targetWWNs: ['a'], wwids: ['b'] } },
    ),
  ).toEqual([
    'spec.volumes[0].quobyte.registry: Invalid value: "x": must be a host:port pair or multiple pairs separated by commas',
    'spec.volumes[0].quobyte.volume: Required value',
    'spec.volumes[1].flexVolume.driver: Required value',
    'spec.volumes[1].flexVolume.options[orch.io/x]: Invalid value: "orch.io/x": orch.io and orch.io namespaces are reserved',
    'spec.volumes[2].azureFile.secretName: Required value',
    'spec.volumes[2].azureFile.shareName: Required value',
    'spec.volumes[3].vsphereVolume.volumePath: Required value',
    'spec.volumes[4].azureDisk.diskName: Required value',
    'spec.volumes[4].azureDisk.cachingMode: Unsupported value: "X": supported values: "None", "ReadOnly", "ReadWrite"',
    'spec.volumes[4].azureDisk.diskURI: Unsupported value: "x": supported values: "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"',
    'spec.volumes[5].photonPersistentDisk.pdID: Required value',
    'spec.volumes[6].portworxVolume.volumeID: Required value',
    'spec.volumes[7].scaleIO.gateway: Required value',
    'spec.volumes[7].scaleIO.system: Required value',
    'spec.volumes[7].scaleIO.volumeName: Required value',
    'spec.volumes[8].storageos.volumeName: Invalid value: "A": a lowercase RFC 1123 label …',
    'spec.volumes[9].csi.driver: Invalid value: "A_": a lowercase RFC 1123 subdomain …',
    'spec.volumes[9].csi.nodePublishSecretRef.name: Required value',
    'spec.volumes[10].fc.targetWWNs: Invalid value: ["a"]: targetWWNs and wwids can not be specified simultaneously',
    'spec.volumes[10].fc.lun: Required value: lun is required if targetWWNs is specified',
  ])
})

test('[POD15] a claim template of a pod is a claim without a name', () => {
  const volumeClaimTemplate = { metadata: { name: 'x', labels: { 'a b': 'c' } }, spec: {} }
  expect(errorsOfVolumes({ name: 'a', ephemeral: {} }, { name: 'b', ephemeral: { volumeClaimTemplate } })).toEqual([
    'spec.volumes[0].ephemeral.volumeClaimTemplate: Required value',
    'spec.volumes[1].ephemeral.volumeClaimTemplate.metadata.labels: Invalid value: "a b": name part …',
    'spec.volumes[1].ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set',
    'spec.volumes[1].ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required',
    'spec.volumes[1].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value',
  ])
})

test('[POD20] containers and ports have unique names', () => {
  const ports = [
    { containerPort: 0 },
    { name: 'a', containerPort: 1, hostPort: 70_000 },
    { name: 'a', containerPort: 2, protocol: 'X' },
    { name: '-', containerPort: 3 },
  ]
  const resizePolicy = [
    { resourceName: 'x', restartPolicy: 'y' },
    { resourceName: 'cpu', restartPolicy: 'NotRequired' },
    { resourceName: 'cpu', restartPolicy: 'NotRequired' },
  ]
  expect(
    errorsOfContainer({
      name: 'A',
      image: ' ',
      imagePullPolicy: 'X',
      terminationMessagePolicy: 'X',
      restartPolicy: 'Always',
      ports,
      resizePolicy,
    }),
  ).toEqual([
    'spec.containers[0].name: Invalid value: "A": a lowercase RFC 1123 label …',
    'spec.containers[0].terminationMessagePolicy: Unsupported value: "X": supported values: "File", "FallbackToLogsOnError"',
    'spec.containers[0].ports[0].containerPort: Required value',
    'spec.containers[0].ports[1].hostPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
    'spec.containers[0].ports[2].name: Duplicate value: "a"',
    'spec.containers[0].ports[2].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"',
    'spec.containers[0].ports[3].name: Invalid value: "-": must contain at least one letter (a-z)',
    'spec.containers[0].ports[3].name: Invalid value: "-": must not begin or end with a hyphen',
    'spec.containers[0].imagePullPolicy: Unsupported value: "X": supported values: "Always", "IfNotPresent", "Never"',
    'spec.containers[0].resizePolicy: Unsupported value: "x": supported values: "cpu", "memory"',
    'spec.containers[0].resizePolicy: Unsupported value: "y": supported values: "NotRequired", "RestartContainer"',
    'spec.containers[0].resizePolicy[2]: Duplicate value: "cpu"',
    'spec.containers[0].image: Invalid value: " ": must not have leading or trailing whitespace',
  ])
  const onHost = [{ containerPort: 1, hostPort: 2 }]
  expect(
    errorsOf({
      containers: [{ name: 'a' }, { name: 'a', image: 'i', ports: onHost }, { name: 'b', image: 'i', ports: onHost }],
    }),
  ).toEqual([
    'spec.containers[0].image: Required value',
    'spec.containers[1].name: Duplicate value: "a"',
    'spec.containers[2].ports[0].hostPort: Duplicate value: "TCP//2"',
  ])
  expect(errorsOf({ containers: [] })).toEqual(['spec.containers: Required value'])
})

test('[POD21] a variable has a value or one source', () => {
  const env = [
    { name: '' },
    { name: 'A=B' },
    { name: 'a', value: 'x', valueFrom: { fieldRef: { fieldPath: 'spec.x' } } },
    { name: 'b', valueFrom: {} },
    { name: 'd', valueFrom: { secretKeyRef: { name: '', key: '' } } },
    { name: 'e', valueFrom: { configMapKeyRef: { name: 'a', key: 'a b' } } },
    { name: 'f', valueFrom: { resourceFieldRef: { resource: 'x' } } },
    { name: 'g', valueFrom: { fieldRef: { fieldPath: '' }, secretKeyRef: { name: 'a', key: 'b' } } },
    { name: 'h', valueFrom: { fieldRef: { fieldPath: 'metadata.name', apiVersion: 'v2' } } },
  ]
  const envFrom = [{}, { prefix: 'a=', configMapRef: {} }, { configMapRef: { name: 'a' }, secretRef: { name: 'b' } }]
  expect(errorsOfContainer({ env, envFrom })).toEqual([
    'spec.containers[0].env[0].name: Required value',
    'spec.containers[0].env[1].name: Invalid value: "A=B": a valid environment variable name must consist only of printable ASCII characters other than \'=\'',
    'spec.containers[0].env[2].valueFrom.fieldRef.fieldPath: Invalid value: "spec.x": error converting fieldPath: field label not supported: spec.x',
    'spec.containers[0].env[2].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
    'spec.containers[0].env[3].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
    'spec.containers[0].env[4].valueFrom.secretKeyRef.name: Invalid value: "": a lowercase RFC 1123 subdomain …',
    'spec.containers[0].env[4].valueFrom.secretKeyRef.key: Required value',
    'spec.containers[0].env[5].valueFrom.configMapKeyRef.key: Invalid value: "a b": a valid config key …',
    'spec.containers[0].env[6].valueFrom.resourceFieldRef.resource: Unsupported value: "x": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
    'spec.containers[0].env[7].valueFrom.fieldRef.fieldPath: Required value',
    'spec.containers[0].env[7].valueFrom: Invalid value: "": may not have more than one field specified at a time',
    'spec.containers[0].env[8].valueFrom.fieldRef.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2',
    'spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
    'spec.containers[0].envFrom[1].prefix: Invalid value: "a=": a valid environment variable name must consist only of printable ASCII characters other than \'=\'',
    'spec.containers[0].envFrom[1].configMapRef.name: Required value',
    'spec.containers[0].envFrom: Invalid value: "": may not have more than one field specified at a time',
  ])
})

test('[POD22] mounts and devices have valid paths and refer to volumes of the pod', () => {
  const volumes = [
    { name: 'v', emptyDir: {} },
    { name: 'w', persistentVolumeClaim: { claimName: 'x' } },
  ]
  const volumeMounts = [
    { name: '', mountPath: '' },
    { name: 'v', mountPath: '/a', subPath: '/x', subPathExpr: '../y' },
    { name: 'nope', mountPath: '/a' },
    { name: 'v', mountPath: '/b', mountPropagation: 'X' },
    { name: 'v', mountPath: '/d', mountPropagation: 'Bidirectional' },
    { name: 'v', mountPath: '/e', recursiveReadOnly: 'Enabled' },
  ]
  expect(errorsOfContainer({ volumeMounts }, { volumes })).toEqual([
    'spec.containers[0].volumeMounts[0].name: Required value',
    'spec.containers[0].volumeMounts[0].name: Not found: ""',
    'spec.containers[0].volumeMounts[0].mountPath: Required value',
    'spec.containers[0].volumeMounts.subPath: Invalid value: "/x": must be a relative path',
    'spec.containers[0].volumeMounts[1].subPathExpr: Invalid value: "../y": subPathExpr and subPath are mutually exclusive',
    'spec.containers[0].volumeMounts.subPathExpr: Invalid value: "../y": must not contain \'..\'',
    'spec.containers[0].volumeMounts[2].name: Not found: "nope"',
    'spec.containers[0].volumeMounts[2].mountPath: Invalid value: "/a": must be unique',
    'spec.containers[0].volumeMounts.mountPropagation: Unsupported value: "X": supported values: "Bidirectional", "HostToContainer", "None"',
    'spec.containers[0].volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers',
    'spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true',
  ])
  const volumeDevices = [
    { name: 'v', devicePath: '/dev/a' },
    { name: 'w', devicePath: '/dev/../x' },
    { name: 'w', devicePath: '/dev/b' },
  ]
  expect(errorsOfContainer({ volumeDevices }, { volumes })).toEqual([
    'spec.containers[0].volumeDevices[0].name: Invalid value: "v": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
    'spec.containers[0].volumeDevices[1].devicePath: Invalid value: "/dev/../x": can not contain backsteps (\'..\')',
    'spec.containers[0].volumeDevices[2].name: Invalid value: "w": must be unique',
  ])
})

test('[POD23] requests do not exceed limits, and quantities are valid for their resources', () => {
  expect(
    errorsOfContainer({
      resources: {
        limits: { cpu: '1', memory: '-1', 'example.com/x': '1.5', 'hugepages-2Mi': '3Mi', foo: '1' },
        requests: { cpu: '2', memory: '1', 'example.com/x': '1', 'hugepages-2Mi': '2Mi', foo: '1', storage: '1' },
      },
    }),
  ).toEqual([
    'spec.containers[0].resources.limits[example.com/x]: Invalid value: "1500m": must be an integer',
    'spec.containers[0].resources.limits[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
    'spec.containers[0].resources.limits[foo]: Invalid value: "foo": must be a standard resource for containers',
    'spec.containers[0].resources.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
    'spec.containers[0].resources.limits[memory]: Invalid value: "-1": must be greater than or equal to 0',
    'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
    'spec.containers[0].resources.requests: Invalid value: "1": must be equal to example.com/x limit of 1500m',
    'spec.containers[0].resources.requests[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
    'spec.containers[0].resources.requests[foo]: Invalid value: "foo": must be a standard resource for containers',
    'spec.containers[0].resources.requests: Invalid value: "2Mi": must be equal to hugepages-2Mi limit of 3Mi',
    'spec.containers[0].resources.requests: Invalid value: "1": must be less than or equal to memory limit of -1',
    'spec.containers[0].resources.requests[storage]: Invalid value: "storage": must be a standard resource for containers',
  ])
  expect(errorsOfContainer({ resources: { requests: { 'x.example/g': '1' }, claims: [{ name: 'x' }] } })).toEqual([
    'spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources',
    'spec.containers[0].resources.claims[0]: Not found: "x": must be one of the names in pod.spec.resourceClaims which is empty',
  ])
})

test('[POD24] pod-level resources cover those of the containers', () => {
  expect(
    errorsOfContainer(
      { resources: { requests: { cpu: '2' }, limits: { cpu: '4' } } },
      { resources: { requests: { cpu: '1', storage: '1' }, limits: { cpu: '3' }, claims: [{ name: 'x' }] } },
    ),
  ).toEqual([
    'spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level',
    'spec.resources.requests[storage]: Unsupported value: "storage": supported values: "cpu", "hugepages-", "memory"',
    'spec.resources.claims[0]: Not found: "x": must be one of the names in pod.spec.resourceClaims which is empty',
    'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2',
    'spec.resources.containers[0][cpu].limits: Invalid value: "4": must be less than or equal to pod limits of 3',
  ])
  expect(specOf({ resources: { limits: { cpu: '3' } } })).toMatchObject({
    resources: { limits: { cpu: '3' }, requests: { cpu: '3' } },
  })
})

test('[POD25] a probe has one handler and valid timings', () => {
  const probe = { httpGet: { path: '/', port: 80 } }
  expect(
    errorsOfContainer({
      livenessProbe: {
        ...probe,
        initialDelaySeconds: -1,
        timeoutSeconds: -1,
        periodSeconds: -1,
        successThreshold: 2,
        failureThreshold: -1,
        terminationGracePeriodSeconds: 0,
      },
      readinessProbe: { ...probe, terminationGracePeriodSeconds: 1 },
      startupProbe: { exec: {}, tcpSocket: { port: 0 }, successThreshold: 2 },
    }),
  ).toEqual([
    'spec.containers[0].livenessProbe.initialDelaySeconds: Invalid value: -1: must be greater than or equal to 0',
    'spec.containers[0].livenessProbe.timeoutSeconds: Invalid value: -1: must be greater than or equal to 0',
    'spec.containers[0].livenessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0',
    'spec.containers[0].livenessProbe.failureThreshold: Invalid value: -1: must be greater than or equal to 0',
    'spec.containers[0].livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0',
    'spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1',
    'spec.containers[0].readinessProbe.terminationGracePeriodSeconds: Invalid value: 1: must not be set for readinessProbes',
    'spec.containers[0].startupProbe.exec.command: Required value',
    'spec.containers[0].startupProbe.tcpSocket: Forbidden: may not specify more than 1 handler type',
    'spec.containers[0].startupProbe.successThreshold: Invalid value: 2: must be 1',
  ])
  expect(
    errorsOfContainer({
      livenessProbe: {},
      readinessProbe: { httpGet: { port: 'A_b', scheme: 'X', httpHeaders: [{ name: 'a b', value: '' }] } },
      startupProbe: { grpc: { port: 0 } },
    }),
  ).toEqual([
    'spec.containers[0].livenessProbe: Required value: must specify a handler type',
    'spec.containers[0].readinessProbe.httpGet.port: Invalid value: "A_b": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    'spec.containers[0].readinessProbe.httpGet.scheme: Unsupported value: "X": supported values: "HTTP", "HTTPS"',
    'spec.containers[0].readinessProbe.httpGet.httpHeaders: Invalid value: "a b": a valid HTTP header …',
    'spec.containers[0].startupProbe.grpc.port: Invalid value: 0: must be between 1 and 65535, inclusive',
  ])
})

test('[POD26] a lifecycle hook has one handler', () => {
  expect(
    errorsOfContainer({ lifecycle: { postStart: {}, preStop: { sleep: { seconds: 31 }, exec: { command: ['a'] } } } }),
  ).toEqual([
    'spec.containers[0].lifecycle.postStart: Required value: must specify a handler type',
    'spec.containers[0].lifecycle.preStop.sleep: Forbidden: may not specify more than 1 handler type',
  ])
  expect(errorsOfContainer({ lifecycle: { preStop: { sleep: { seconds: 31 } } } })).toEqual([
    'spec.containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)',
  ])
})
