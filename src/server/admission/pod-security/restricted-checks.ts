import { own } from '#api/json.ts'
import {
  allContainers,
  type ContainerFacts,
  containersNamed,
  namesWhere,
  plural,
  type PodCheck,
  quoted,
  settersOf,
  sortedSet,
} from './pod-facts.ts'

/** Skips a Linux-only check for Windows pods since version 1.25. */
export const unlessWindows =
  (check: PodCheck): PodCheck =>
  (pod) =>
    pod.spec.os?.name === 'windows' ? null : check(pod)

export const privilegeEscalation: PodCheck = (pod) => {
  const bad = namesWhere(pod, ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false)
  if (bad.length === 0) return null
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containersNamed(bad)} must set securityContext.allowPrivilegeEscalation=false`,
  }
}

export const droppedCapabilities: PodCheck = (pod) => {
  const added = ({ securityContext }: ContainerFacts): readonly string[] =>
    (securityContext?.capabilities?.add ?? []).filter((name) => name !== 'NET_BIND_SERVICE')
  const keeping = namesWhere(pod, ({ securityContext }) => !(securityContext?.capabilities?.drop ?? []).includes('ALL'))
  const adding = namesWhere(pod, (each) => added(each).length > 0)
  const wrong = quoted(sortedSet(allContainers(pod).flatMap(added)))
  const details = [
    ...(keeping.length > 0 ? [`${containersNamed(keeping)} must set securityContext.capabilities.drop=["ALL"]`] : []),
    ...(adding.length > 0
      ? [`${containersNamed(adding)} must not include ${wrong} in securityContext.capabilities.add`]
      : []),
  ]
  return details.length === 0 ? null : { reason: 'unrestricted capabilities', detail: details.join('; ') }
}

const goodVolumes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
]
const badVolumes =
  'hostPath gcePersistentDisk awsElasticBlockStore gitRepo nfs iscsi glusterfs rbd flexVolume cinder cephfs flocker fc azureFile vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO storageos'.split(
    ' ',
  )

export const volumeTypes: PodCheck = ({ spec }) => {
  const bad = (spec.volumes ?? []).filter((volume) => !goodVolumes.some((type) => own(volume, type) !== undefined))
  if (bad.length === 0) return null
  const types = sortedSet(bad.map((volume) => badVolumes.find((type) => own(volume, type) !== undefined) ?? 'unknown'))
  const names = `${plural('volume', 'volumes', bad.length)} ${quoted(bad.map(({ name }) => name))}`
  const noun = plural('restricted volume type', 'restricted volume types', types.length)
  return {
    reason: 'restricted volume types',
    detail: `${names} ${plural('uses', 'use', bad.length)} ${noun} ${quoted(types)}`,
  }
}

export const nonRoot: PodCheck = (pod) => {
  const reason = 'runAsNonRoot != true'
  const ofPod = pod.spec.securityContext?.runAsNonRoot
  const says =
    (wanted: boolean | undefined) =>
    (each: ContainerFacts): boolean =>
      each.securityContext?.runAsNonRoot === wanted
  const setters = settersOf(ofPod === false, namesWhere(pod, says(false)))
  if (setters.length > 0)
    return { reason, detail: `${setters.join(' and ')} must not set securityContext.runAsNonRoot=false` }
  const silent = ofPod === true ? [] : namesWhere(pod, says(undefined))
  if (silent.length === 0) return null
  return { reason, detail: `pod or ${containersNamed(silent)} must set securityContext.runAsNonRoot=true` }
}

export const rootUser: PodCheck = (pod) => {
  const isRoot = ({ securityContext }: Pick<ContainerFacts, 'securityContext'>): boolean =>
    securityContext?.runAsUser === 0
  const setters = settersOf(isRoot(pod.spec), namesWhere(pod, isRoot))
  return setters.length === 0
    ? null
    : { reason: 'runAsUser=0', detail: `${setters.join(' and ')} must not set runAsUser=0` }
}
