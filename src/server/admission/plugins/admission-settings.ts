import type { EventLimit } from './optional/event-rate-limit.ts'
import type { NodeSelectors } from './optional/pod-node-selector.ts'
import type { LimitedResource } from './quota/limited-resources.ts'
import type { PodSecurityConfiguration } from './pod-security.ts'

/** The admission plugins of the reference, in the order in which they run. */
export const admissionPluginNames: readonly string[] = [
  'AlwaysAdmit',
  'NamespaceAutoProvision',
  'NamespaceLifecycle',
  'NamespaceExists',
  'LimitPodHardAntiAffinityTopology',
  'LimitRanger',
  'ServiceAccount',
  'NodeRestriction',
  'TaintNodesByCondition',
  'AlwaysPullImages',
  'ImagePolicyWebhook',
  'PodSecurity',
  'PodNodeSelector',
  'Priority',
  'DefaultTolerationSeconds',
  'PodTolerationRestriction',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'ClusterTrustBundleAttest',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DenyServiceExternalIPs',
  'PodTopologyLabels',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
  'AlwaysDeny',
]

/** Plugins that must be enabled by name. `ServiceAccount` and `NodeRestriction` need controllers, or nodes. */
export const pluginsOffByDefault: ReadonlySet<string> = new Set([
  'AlwaysAdmit',
  'NamespaceExists',
  'LimitPodHardAntiAffinityTopology',
  'ServiceAccount',
  'NodeRestriction',
  'AlwaysPullImages',
  'PodNodeSelector',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'OwnerReferencesPermissionEnforcement',
  'DenyServiceExternalIPs',
  'AlwaysDeny',
])

/** Plugins that cannot be enabled, each with the reason. */
export const pluginsNotServed: ReadonlyMap<string, string> = new Map([
  ['ImagePolicyWebhook', 'no node here pulls images; a validating webhook can judge them'],
  ['NamespaceAutoProvision', 'a namespace is created by a request of its own'],
  ['PodTolerationRestriction', 'a validating policy can restrict tolerations'],
])

/** Plugins that run, and their configuration. */
export interface AdmissionSettings {
  /** Names of plugins that are off by default. */
  readonly enabled?: readonly string[]
  readonly disabled?: readonly string[]
  readonly configurations?: PluginConfigurations
}

/** The configurations of plugins; absent ones have defaults. */
export interface PluginConfigurations {
  readonly podSecurity?: PodSecurityConfiguration | undefined
  readonly eventLimits?: readonly EventLimit[] | undefined
  readonly nodeSelectors?: NodeSelectors | undefined
  readonly limitedResources?: readonly LimitedResource[] | undefined
}

/** Reports whether a plugin of the reference runs; every other plugin of the chain always does. [FL1] */
export const isPluginOn = (
  name: string,
  { enabled = [], disabled = [] }: Pick<AdmissionSettings, 'enabled' | 'disabled'>,
): boolean => !disabled.includes(name) && (!pluginsOffByDefault.has(name) || enabled.includes(name))
