import { defaultIngressClass } from '#server/admission/plugins/default-ingress-class.ts'
import { defaultTolerationSeconds } from '#server/admission/plugins/default-toleration-seconds.ts'
import { alwaysPullImages } from '#server/admission/plugins/optional/always-pull-images.ts'
import { denyExternalIps } from '#server/admission/plugins/optional/deny-external-ips.ts'
import { extendedResourceToleration } from '#server/admission/plugins/optional/extended-resource-toleration.ts'
import { podAntiAffinity } from '#server/admission/plugins/optional/pod-anti-affinity.ts'
import { noSelectors, podNodeSelector } from '#server/admission/plugins/optional/pod-node-selector.ts'
import { permissivePodSecurity, podSecurity } from '#server/admission/plugins/pod-security.ts'
import { runtimeClass } from '#server/admission/plugins/runtime-class.ts'
import { serviceAccount } from '#server/admission/plugins/service-account.ts'
import { workloads as definitions } from '#server/resources/sets/workloads.ts'
import type { KindSet } from './kind-set.ts'
import { makeNodeRestriction, makePriority } from './shared-plugins.ts'

export const workloads: KindSet = {
  definitions,
  plugins: [
    () => podAntiAffinity,
    ({ random }) => serviceAccount(random),
    makeNodeRestriction,
    () => alwaysPullImages,
    (ports, { podSecurity: settings = permissivePodSecurity }) => podSecurity(settings, ports.podSecurity),
    (_ports, { nodeSelectors = noSelectors }) => podNodeSelector(nodeSelectors),
    makePriority,
    () => defaultTolerationSeconds,
    () => extendedResourceToleration,
    () => runtimeClass,
    () => defaultIngressClass,
    () => denyExternalIps,
  ],
}
