import type { Clock } from '#api/clock.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import { AdmissionConfigError } from '#server/admission/chain/admission-config-error.ts'
import { type AdmissionSettings, isPluginOn } from './admission-settings.ts'
import type { PodSecurityObserver } from '#server/admission/pod-security/observer.ts'
import { alwaysDeny } from './optional/always-deny.ts'
import { alwaysPullImages } from './optional/always-pull-images.ts'
import { denyExternalIps } from './optional/deny-external-ips.ts'
import { eventRateLimit } from './optional/event-rate-limit.ts'
import { extendedResourceToleration } from './optional/extended-resource-toleration.ts'
import { namespaceExists } from './optional/namespace-exists.ts'
import { podAntiAffinity } from './optional/pod-anti-affinity.ts'
import { noSelectors, podNodeSelector } from './optional/pod-node-selector.ts'
import { nodeRestriction } from './node-restriction.ts'
import { serviceAccount } from './service-account.ts'
import { storageObjectProtection } from './storage-object-protection.ts'
import { taintNodes } from './taint-nodes.ts'
import { claimResize } from './claim-resize.ts'
import { defaultIngressClass } from './default-ingress-class.ts'
import { defaultStorageClass } from './default-storage-class.ts'
import { defaultTolerationSeconds } from './default-toleration-seconds.ts'
import { limitRanger } from './limit-ranger.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'
import { permissivePodSecurity, podSecurity } from './pod-security.ts'
import { priority } from './priority.ts'
import { resourceQuota } from './quota/resource-quota.ts'
import { runtimeClass } from './runtime-class.ts'

/** The dependencies of the plugins, besides the request. */
export interface PluginPorts {
  readonly clock: Clock
  readonly random: (length: number) => string
  /** Plugins that watch objects or ask an authorizer. */
  readonly dynamic: readonly AdmissionPlugin[]
  readonly checks: readonly AdmissionPlugin[]
  readonly podSecurity: PodSecurityObserver
}

/**
 * Returns the plugins that are on, in the order in which they run. @throws AdmissionConfigError if one of them lacks a
 * configuration
 */
export function admissionPlugins(ports: PluginPorts, settings: AdmissionSettings): readonly AdmissionPlugin[] {
  const { podSecurity: security, eventLimits, nodeSelectors, limitedResources } = settings.configurations ?? {}
  if (eventLimits === undefined && isPluginOn('EventRateLimit', settings))
    throw new AdmissionConfigError(
      'failed to initialize admission: couldn\'t init admission plugin "EventRateLimit": limits: Invalid value: []: must not be empty',
    )
  const all: readonly AdmissionPlugin[] = [
    namespaceLifecycle,
    namespaceExists,
    podAntiAffinity,
    limitRanger,
    serviceAccount(ports.random),
    nodeRestriction,
    taintNodes,
    alwaysPullImages,
    podSecurity(security ?? permissivePodSecurity, ports.podSecurity),
    podNodeSelector(nodeSelectors ?? noSelectors),
    priority,
    defaultTolerationSeconds,
    eventRateLimit(eventLimits ?? [], ports.clock),
    extendedResourceToleration,
    defaultStorageClass,
    storageObjectProtection,
    claimResize,
    runtimeClass,
    defaultIngressClass,
    denyExternalIps,
    ...ports.dynamic,
    // Late, so that only requests that all other plugins allow are counted.
    resourceQuota(limitedResources ?? []),
    ...ports.checks,
    alwaysDeny,
  ]
  return all.filter(({ name }) => isPluginOn(name, settings))
}
