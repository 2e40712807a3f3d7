import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { pods } from '#server/resources/core/pods/definition.ts'
import { tryCreate } from '#testing/strategy-trial.ts'
import { container, createErrors } from '#testing/trial-texts.ts'

const errorsOf = (spec: JsonObject, metadata: JsonObject = {}): readonly string[] =>
  createErrors(pods, { metadata: { name: 'p', ...metadata }, spec: { containers: [container], ...spec } })
const errorsOfContainer = (more: JsonObject, spec: JsonObject = {}): readonly string[] =>
  errorsOf({ containers: [{ ...container, ...more }], ...spec })
const warningsOf = (spec: JsonObject, metadata: JsonObject = {}): readonly string[] =>
  tryCreate(pods, { metadata, spec: { containers: [container], ...spec } }).warnings

test('[POD27] the security context of a container is consistent', () => {
  expect(
    errorsOfContainer({
      securityContext: {
        runAsUser: -1,
        runAsGroup: -1,
        procMount: 'X',
        seccompProfile: { type: 'Localhost' },
        appArmorProfile: { type: 'X' },
        windowsOptions: { gmsaCredentialSpecName: 'A_', runAsUserName: '' },
      },
    }),
  ).toEqual([
    'spec.containers[0].securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive',
    'spec.containers[0].securityContext.runAsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive',
    'spec.containers[0].securityContext.procMount: Unsupported value: "X": supported values: "Default", "Unmasked"',
    'spec.containers[0].securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost',
    'spec.containers[0].securityContext.windowsOptions.gmsaCredentialSpecName: Invalid value: "A_": a lowercase RFC 1123 subdomain …',
    'spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "": runAsUserName cannot be an empty string',
    'spec.containers[0].securityContext.appArmorProfile.type: Unsupported value: "X": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
  ])
  expect(errorsOfContainer({ securityContext: { allowPrivilegeEscalation: false, privileged: true } })).toEqual([
    'spec.containers[0].securityContext: Invalid value: {"Capabilities":null,"Privileged":true,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcMount":null,"SeccompProfile":null,"AppArmorProfile":null}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
  ])
  expect(
    errorsOfContainer({
      securityContext: {
        seccompProfile: { type: 'RuntimeDefault', localhostProfile: 'x' },
        appArmorProfile: { type: 'Localhost', localhostProfile: ' x ' },
        procMount: 'Unmasked',
      },
    }),
  ).toEqual([
    'spec.containers[0].securityContext.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`',
    'spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: {"Type":"RuntimeDefault","LocalhostProfile":"x"}: can only be set when seccomp type is Localhost',
    'spec.containers[0].securityContext.appArmorProfile.localhostProfile: Invalid value: " x ": must not be padded with whitespace',
  ])
})

test('[POD28] the security context of a pod is consistent with its host namespaces', () => {
  expect(
    errorsOf({
      hostNetwork: true,
      hostIPC: true,
      hostPID: true,
      shareProcessNamespace: true,
      securityContext: {
        fsGroup: -1,
        supplementalGroups: [-1],
        sysctls: [{ name: '' }, { name: 'a b' }, { name: 'net.x' }, { name: 'net.x' }, { name: 'kernel.sem' }],
        fsGroupChangePolicy: 'X',
        supplementalGroupsPolicy: 'X',
        seccompProfile: { type: '' },
        appArmorProfile: { type: 'Localhost' },
      },
    }),
  ).toEqual([
    'spec.securityContext.fsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive',
    'spec.securityContext.supplementalGroups[0]: Invalid value: -1: must be between 0 and 2147483647, inclusive',
    'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
    'spec.securityContext.sysctls[0].name: Required value',
    'spec.securityContext.sysctls[1].name: Invalid value: "a b": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$',
    'spec.securityContext.sysctls[2].name: Invalid value: "net.x": may not be specified when \'hostNetwork\' is true',
    'spec.securityContext.sysctls[3].name: Duplicate value: "net.x"',
    'spec.securityContext.sysctls[3].name: Invalid value: "net.x": may not be specified when \'hostNetwork\' is true',
    'spec.securityContext.sysctls[4].name: Invalid value: "kernel.sem": may not be specified when \'hostIPC\' is true',
    'spec.securityContext.fsGroupChangePolicy: Unsupported value: "X": supported values: "Always", "OnRootMismatch"',
    'spec.securityContext.seccompProfile.type: Required value: type is required when seccompProfile is set',
    'spec.securityContext.appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost',
    'spec.securityContext.supplementalGroupsPolicy: Unsupported value: "X": supported values: "Merge", "Strict"',
  ])
})

test('[POD29] a user namespace excludes host namespaces', () => {
  expect(errorsOf({ hostUsers: false, hostNetwork: true, hostPID: true, hostIPC: true })).toEqual([
    'spec.hostNetwork: Forbidden: when `hostUsers` is false',
    'spec.HostPID: Forbidden: when `hostUsers` is false',
    'spec.HostIPC: Forbidden: when `hostUsers` is false',
  ])
})

test('[POD30] a pod for one operating system has no fields of the other', () => {
  expect(
    errorsOfContainer(
      { securityContext: { runAsUser: 1, capabilities: {}, privileged: false, procMount: 'Default' } },
      {
        os: { name: 'windows' },
        hostPID: true,
        hostIPC: true,
        securityContext: { runAsUser: 1, fsGroup: 1, seLinuxOptions: {}, supplementalGroups: [1] },
      },
    ),
  ).toEqual([
    'spec.securityContext.seLinuxOptions: Forbidden: cannot be set for a windows pod',
    'spec.hostPID: Forbidden: cannot be set for a windows pod',
    'spec.hostIPC: Forbidden: cannot be set for a windows pod',
    'spec.securityContext.fsGroup: Forbidden: cannot be set for a windows pod',
    'spec.securityContext.runAsUser: Forbidden: cannot be set for a windows pod',
    'spec.securityContext.supplementalGroups: Forbidden: cannot be set for a windows pod',
    'spec.containers[0].securityContext.capabilities: Forbidden: cannot be set for a windows pod',
    'spec.containers[0].securityContext.privileged: Forbidden: cannot be set for a windows pod',
    'spec.containers[0].securityContext.procMount: Forbidden: cannot be set for a windows pod',
    'spec.containers[0].securityContext.runAsUser: Forbidden: cannot be set for a windows pod',
  ])
  expect(
    errorsOfContainer(
      { securityContext: { windowsOptions: { hostProcess: true } } },
      { os: { name: 'linux' }, securityContext: { windowsOptions: { hostProcess: false } } },
    ),
  ).toEqual([
    'spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: true: pod hostProcess value must be identical if both are specified, was false',
    'spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers',
    'spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
    'spec.containers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
  ])
})

test('[POD31] affinity terms have valid selectors, topology keys and weights', () => {
  const term = { topologyKey: '', namespaces: ['A'], labelSelector: { matchLabels: { 'a b': 'c' } } }
  expect(
    errorsOf({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: 'a', operator: 'In' },
                  { key: 'b', operator: 'Exists', values: ['x'] },
                ],
              },
              {
                matchExpressions: [
                  { key: 'c', operator: 'Gt', values: ['1', '2'] },
                  { key: 'd', operator: 'X' },
                ],
              },
              { matchFields: [{ key: 'metadata.uid', operator: 'In', values: ['a', 'b'] }] },
            ],
          },
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, preference: {} }],
        },
        podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] },
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 101, podAffinityTerm: { topologyKey: 'a b', labelSelector: {} } },
          ],
        },
      },
    }),
  ).toEqual([
    "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[1].matchExpressions[0].values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'",
    'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[1].matchExpressions[1].operator: Invalid value: "X": not a valid selector operator',
    "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[2].matchFields[0].values: Required value: must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[2].matchFields[0].key: Invalid value: "metadata.uid": not a valid field selector key',
    'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 0: must be in the range 1-100',
    'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchLabels: Invalid value: "a b": name part …',
    'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].namespace: Invalid value: "A": a lowercase RFC 1123 label …',
    'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Required value: can not be empty',
    'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": name part must be non-empty',
    'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": name part …',
    'spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 101: must be in the range 1-100',
    'spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.topologyKey: Invalid value: "a b": name part …',
  ])
  expect(
    errorsOf({
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
    }),
  ).toEqual([
    'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: must have at least one node selector term',
  ])
})

test('[POD32] a toleration has a valid key, operator, value and effect', () => {
  expect(
    errorsOf({
      tolerations: [
        { key: 'a b' },
        { value: 'x' },
        { key: 'a', operator: 'Exists', value: 'x' },
        { key: 'a', operator: 'X' },
        { key: 'a', effect: 'X' },
        { key: 'a', tolerationSeconds: 1, effect: 'NoSchedule' },
        { key: 'a', value: 'a b' },
      ],
    }),
  ).toEqual([
    'spec.tolerations[0].key: Invalid value: "a b": name part …',
    'spec.tolerations[1].operator: Invalid value: "": operator must be Exists when `key` is empty, which means "match all values and all keys"',
    'spec.tolerations[2].operator: Invalid value: "x": value must be empty when `operator` is \'Exists\'',
    'spec.tolerations[3].operator: Unsupported value: "X": supported values: "Equal", "Exists"',
    'spec.tolerations[4].effect: Unsupported value: "X": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
    'spec.tolerations[5].effect: Invalid value: "NoSchedule": effect must be \'NoExecute\' when `tolerationSeconds` is set',
    "spec.tolerations[6].operator: Invalid value: \"a b\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', …",
  ])
})

test('[POD33] a topology spread constraint is complete and unique', () => {
  const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} }
  expect(
    errorsOf({
      topologySpreadConstraints: [
        { maxSkew: 0, topologyKey: '', whenUnsatisfiable: 'X' },
        spread,
        spread,
        { ...spread, topologyKey: 'b', minDomains: 0 },
        { ...spread, topologyKey: 'c', minDomains: 1, whenUnsatisfiable: 'ScheduleAnyway' },
        { ...spread, topologyKey: 'd', nodeAffinityPolicy: 'X', nodeTaintsPolicy: 'X', matchLabelKeys: ['a b'] },
      ],
    }),
  ).toEqual([
    'spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero',
    'spec.topologySpreadConstraints[0].topologyKey: Required value: can not be empty',
    'spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: "X": supported values: "DoNotSchedule", "ScheduleAnyway"',
    'spec.topologySpreadConstraints[1].{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"',
    'spec.topologySpreadConstraints[3].minDomains: Invalid value: 0: must be greater than zero',
    'spec.topologySpreadConstraints[4].minDomains: Invalid value: 1: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway',
    'spec.topologySpreadConstraints[5].nodeAffinityPolicy: Unsupported value: "X": supported values: "Honor", "Ignore"',
    'spec.topologySpreadConstraints[5].nodeTaintsPolicy: Unsupported value: "X": supported values: "Honor", "Ignore"',
    'spec.topologySpreadConstraints[5].matchLabelKeys[0]: Invalid value: "a b": name part …',
  ])
})

test('[POD34] a pod with dnsPolicy None has name servers', () => {
  expect(errorsOf({ dnsPolicy: 'None' })).toEqual([
    'spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None',
  ])
  expect(errorsOf({ dnsPolicy: 'None', dnsConfig: {} })).toEqual([
    'spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None',
  ])
  expect(
    errorsOf({
      dnsConfig: {
        nameservers: ['x', '1.1.1.1', '1.1.1.2', '1.1.1.3'],
        searches: ['a_b', '.', 'c..d'],
        options: [{ name: '' }],
      },
    }),
  ).toEqual([
    'spec.dnsConfig.nameservers: Invalid value: ["x","1.1.1.1","1.1.1.2","1.1.1.3"]: must not have more than 3 nameservers',
    'spec.dnsConfig.nameservers[0]: Invalid value: "x": must be a valid IP address, …',
    'spec.dnsConfig.searches[2]: Invalid value: "c..d": a lowercase RFC 1123 subdomain …',
    'spec.dnsConfig.options[0]: Required value: must not be empty',
  ])
})

test('[POD35] init containers have no probes and hooks unless they are restartable', () => {
  const probe = { exec: { command: ['a'] } }
  expect(
    errorsOf({
      initContainers: [
        { name: 'c', image: 'i', lifecycle: { preStop: { exec: { command: ['a'] } } }, livenessProbe: probe },
        { name: 'd', image: 'i', readinessProbe: probe, startupProbe: probe, restartPolicy: 'Never' },
        { name: 'e', image: 'i', readinessProbe: probe, restartPolicy: 'Always' },
      ],
    }),
  ).toEqual([
    'spec.initContainers[0].name: Duplicate value: "c"',
    'spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always',
    'spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
    'spec.initContainers[1].readinessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
    'spec.initContainers[1].startupProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
  ])
})

test('[POD36] a new pod has no ephemeral containers', () => {
  expect(errorsOf({ ephemeralContainers: [{ name: 'e', image: 'i' }] })).toEqual([
    'spec.ephemeralContainers: Forbidden: cannot be set on create',
  ])
})

test('[POD37] resource claims have unique names and one source', () => {
  expect(
    errorsOf({
      resourceClaims: [
        { name: 'A', resourceClaimName: 'a' },
        { name: 'b', resourceClaimName: 'a', resourceClaimTemplateName: 'c' },
        { name: 'd' },
        { name: 'd', resourceClaimName: 'x' },
      ],
    }),
  ).toEqual([
    'spec.resourceClaims[0].name: Invalid value: "A": a lowercase RFC 1123 label …',
    'spec.resourceClaims[1]: Invalid value: {"Name":"b","ResourceClaimName":"a","ResourceClaimTemplateName":"c"}: at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
    'spec.resourceClaims[2]: Invalid value: {"Name":"d","ResourceClaimName":null,"ResourceClaimTemplateName":null}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
    'spec.resourceClaims[3].name: Duplicate value: "d"',
  ])
})

test('[POD38] annotations that are defined for pods are validated', () => {
  expect(
    errorsOf(
      {},
      {
        annotations: {
          'controller.orch.io/pod-deletion-cost': '01',
          'orch.io/config.mirror': 'x',
        },
      },
    ),
  ).toEqual([
    'metadata.annotations[orch.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set',
    'metadata.annotations[controller.orch.io/pod-deletion-cost]: Invalid value: "01": must be a 32bit integer',
  ])
})

test('[POD39] a profile in an annotation agrees with the field', () => {
  const annotations = {
    'container.apparmor.security.beta.orch.io/c': 'unconfined',
    'container.apparmor.security.beta.orch.io/nobody': 'unconfined',
    'container.apparmor.security.beta.orch.io/bad': 'odd',
    'seccomp.security.alpha.orch.io/pod': 'odd',
  }
  const securityContext = { appArmorProfile: { type: 'RuntimeDefault' } }
  expect(
    createErrors(pods, { metadata: { annotations }, spec: { containers: [{ ...container, securityContext }] } }),
  ).toEqual([
    'metadata.annotations.seccomp.security.alpha.orch.io/pod: Invalid value: "odd": must be a valid seccomp profile',
    'metadata.annotations[container.apparmor.security.beta.orch.io/bad]: Invalid value: "bad": container not found',
    'metadata.annotations[container.apparmor.security.beta.orch.io/bad]: Invalid value: "odd": invalid AppArmor profile name: "odd"',
    'metadata.annotations[container.apparmor.security.beta.orch.io/nobody]: Invalid value: "nobody": container not found',
    'spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in annotation and field must match',
  ])
})

test('[POD50] valid but likely mistaken fields are warned of', () => {
  expect(
    warningsOf(
      {
        nodeSelector: { 'beta.orch.io/os': 'x' },
        terminationGracePeriodSeconds: -1,
        imagePullSecrets: [{ name: 'a' }, { name: 'a' }, {}],
        hostAliases: [{ ip: '1.1.1.1' }, { ip: '1.1.1.1' }, { ip: '001.1.1.1' }],
        overhead: { memory: '1.5' },
        volumes: [
          { name: 'g', gitRepo: { repository: 'x' } },
          {
            name: 'v',
            configMap: {
              name: 'm',
              items: [
                { key: 'a', path: 'x' },
                { key: 'b', path: 'x/y' },
              ],
            },
          },
        ],
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'failure-domain.beta.orch.io/zone', whenUnsatisfiable: 'DoNotSchedule' },
        ],
        containers: [
          {
            ...container,
            env: [
              { name: 'A', value: '1' },
              { name: 'A', value: '2' },
              { name: 'A', value: '$(A)3' },
            ],
            resources: { limits: { memory: '0.5' } },
            ports: [
              { containerPort: 80, name: 'a' },
              { containerPort: 80, name: 'b' },
              { containerPort: 81, hostIP: '1.1.1.1' },
            ],
          },
        ],
        affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'z' }] } },
      },
      { annotations: { 'scheduler.alpha.orch.io/critical-pod': '' } },
    ),
  ).toEqual([
    'spec.nodeSelector[beta.orch.io/os]: deprecated since v1.14; use "orch.io/os" instead',
    'spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.orch.io/zone is deprecated since v1.17; use "topology.orch.io/zone" instead',
    'spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod',
    'metadata.annotations[scheduler.alpha.orch.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead',
    'spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+',
    'volume "v" (ConfigMap "m"): overlapping paths: "x/y" with "x"',
    'spec.hostAliases[1].ip: duplicate ip "1.1.1.1"',
    'spec.imagePullSecrets[1].name: duplicate name "a"',
    'spec.imagePullSecrets[2].name: invalid empty name ""',
    'spec.overhead[memory]: fractional byte value "1500m" is invalid, must be an integer',
    'spec.containers[0].resources.limits[memory]: fractional byte value "500m" is invalid, must be an integer',
    'spec.containers[0].resources.requests[memory]: fractional byte value "500m" is invalid, must be an integer',
    'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
    'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
    'spec.containers[0].ports[2]: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:81 Protocol:TCP HostIP:1.1.1.1}',
    'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: a null labelSelector results in matching no pod',
    'spec.hostAliases[2].ip: non-standard IP address "001.1.1.1" will be considered invalid in a future Orch release: use "1.1.1.1"',
  ])
})
