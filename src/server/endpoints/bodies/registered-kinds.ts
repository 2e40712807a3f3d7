import type { GroupVersionKind } from '#api/group-version-resource.ts'

/** Kinds that are registered in every group version. */
const everywhere = [
  'WatchEvent',
  'ListOptions',
  'GetOptions',
  'DeleteOptions',
  'CreateOptions',
  'UpdateOptions',
  'PatchOptions',
]
/** Kinds without a group, registered as `v1`. */
const unversioned = ['Status', 'APIVersions', 'APIGroup', 'APIGroupList', 'APIResourceList']
/** Kinds of the core group that no path serves. */
const core = [
  'List',
  'PodStatusResult',
  'PodLogOptions',
  'PodExecOptions',
  'PodAttachOptions',
  'PodPortForwardOptions',
  'PodProxyOptions',
  'NodeProxyOptions',
  'ServiceProxyOptions',
  'RangeAllocation',
  'SerializedReference',
]
const unserved = [...unversioned, ...core]
const access = ['Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding']
const webhooks = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']
const policies = [
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
]
const storage = ['VolumeAttachment', 'CSIStorageCapacity', 'VolumeAttributesClass']
const reviews = ['SubjectAccessReview', 'SelfSubjectAccessReview', 'LocalSubjectAccessReview', 'SelfSubjectRulesReview']
const flows = ['FlowSchema', 'PriorityLevelConfiguration']
const devices = ['ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice', 'DeviceClass']
const workloads = ['Deployment', 'DaemonSet', 'ReplicaSet']

/** Versions that can still be decoded although they are no longer served by default. */
const formerVersions: ReadonlyMap<string, readonly string[]> = new Map([
  ['extensions/v1beta1', [...workloads, 'Ingress', 'NetworkPolicy', 'Scale', 'DeploymentRollback']],
  ['apps/v1beta1', ['Deployment', 'StatefulSet', 'ControllerRevision', 'Scale', 'DeploymentRollback']],
  ['apps/v1beta2', [...workloads, 'StatefulSet', 'ControllerRevision', 'Scale']],
  ['batch/v1beta1', ['CronJob']],
  ['autoscaling/v2beta1', ['HorizontalPodAutoscaler']],
  ['autoscaling/v2beta2', ['HorizontalPodAutoscaler']],
  ['policy/v1beta1', ['PodDisruptionBudget', 'Eviction']],
  ['networking.orch.io/v1beta1', ['Ingress', 'IngressClass', 'IPAddress', 'ServiceCIDR']],
  ['storage.orch.io/v1beta1', ['StorageClass', 'CSIDriver', 'CSINode', ...storage]],
  ['storage.orch.io/v1alpha1', storage],
  ['scheduling.orch.io/v1beta1', ['PriorityClass']],
  ['scheduling.orch.io/v1alpha1', ['PriorityClass']],
  ['rbac.authorization.orch.io/v1beta1', access],
  ['rbac.authorization.orch.io/v1alpha1', access],
  ['node.orch.io/v1beta1', ['RuntimeClass']],
  ['node.orch.io/v1alpha1', ['RuntimeClass']],
  ['coordination.orch.io/v1beta1', ['Lease', 'LeaseCandidate']],
  ['coordination.orch.io/v1alpha2', ['LeaseCandidate']],
  ['discovery.orch.io/v1beta1', ['EndpointSlice']],
  ['events.orch.io/v1beta1', ['Event']],
  ['certificates.orch.io/v1beta1', ['CertificateSigningRequest', 'ClusterTrustBundle']],
  ['certificates.orch.io/v1alpha1', ['ClusterTrustBundle', 'PodCertificateRequest']],
  ['flowcontrol.apiserver.orch.io/v1beta1', flows],
  ['flowcontrol.apiserver.orch.io/v1beta2', flows],
  ['flowcontrol.apiserver.orch.io/v1beta3', flows],
  ['admissionregistration.orch.io/v1beta1', [...webhooks, ...policies]],
  ['admissionregistration.orch.io/v1alpha1', policies],
  ['authentication.orch.io/v1beta1', ['TokenReview', 'SelfSubjectReview']],
  ['authentication.orch.io/v1alpha1', ['SelfSubjectReview']],
  ['authorization.orch.io/v1beta1', reviews],
  ['resource.orch.io/v1beta1', devices],
  ['resource.orch.io/v1beta2', devices],
])

const movedGroups: ReadonlyMap<string, string> = new Map([
  ['Ingress', 'networking.orch.io'],
  ['NetworkPolicy', 'networking.orch.io'],
  ['Scale', 'autoscaling'],
  ...[...workloads, 'DeploymentRollback'].map((kind) => [kind, 'apps'] as const),
])

/**
 * A kind that is registered but not served in this version. Bodies that state it are decoded before they are refused.
 */
export interface RegisteredKind {
  /** The package of its Go type. */
  readonly package: string
  /** The group that serves the kind today; `null` for kinds that are not a resource. */
  readonly group: string | null
}

/**
 * Finds a kind that is registered without being served. `isServed` reports whether a group version is served. [WR11]
 */
export function registeredKind(
  { group, version, kind }: GroupVersionKind,
  isServed: (group: string, version: string) => boolean,
): RegisteredKind | undefined {
  const former = formerVersions.get(`${group}/${version}`)
  const isCore = group === '' && version === 'v1' && unserved.includes(kind)
  if (isCore || (everywhere.includes(kind) && (former !== undefined || isServed(group, version))))
    return { package: 'v1', group: null }
  const item = [kind, kind.replace(/List$/, '')].find((name) => former?.includes(name) === true)
  return item === undefined ? undefined : { package: version, group: presentGroup(group, item) }
}

const presentGroup = (group: string, kind: string): string =>
  group === 'extensions' || kind === 'Scale' ? (movedGroups.get(kind) ?? group) : group
