import type { Pieces } from '#api/bodies/in-pieces.ts'
import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  index,
  invalid,
  notSupported,
  required,
} from '#api/field-error.ts'
import { validateLabels } from '#api/selectors/label-selector-object.ts'
import { dns1123Label, dns1123Subdomain, qualifiedName } from '#api/names.ts'
import { positiveInt32 } from '#server/resources/parts/validation/numbers.ts'
import { checkText, requireOneOf } from '#server/resources/parts/validation/texts.ts'
import type { Container, PodSchedulingGate, PodSpec } from '#server/kinds/types/core-v1.ts'
import { validateAffinity } from './scheduling/affinity.ts'
import { validateContainers, validateEphemeralContainers, validateInitContainers } from './containers/containers.ts'
import { claimNames } from './containers/claim-names.ts'
import { validateDns, validateHostAliases } from './dns.ts'
import type { ContainerContext, PodSpecContext } from './pod-spec-context.ts'
import { validatePodConsistency } from './pod-level-resources.ts'
import { validatePodResourceClaims } from './resource-claims.ts'
import { validateContainerResources, validatePodLevelResources } from './containers/resources.ts'
import { validateHostUsers, validatePodSecurityContext } from './security-context.ts'
import { validateTolerationsInPieces } from './scheduling/tolerations.ts'
import { validateTopologySpread } from './scheduling/topology-spread.ts'
import { validateVolumes } from './volumes/volumes.ts'
import { validateForSystem, validateHostProcess } from './windows.ts'

/** Validates a pod spec, of a pod or a template. [POD1] [ER8] */
export function* validatePodSpec(spec: PodSpec, path: FieldPath, place: PodSpecContext): Pieces<readonly FieldError[]> {
  const { errors, volumes } = yield* validateVolumes(spec.volumes ?? [], child(path, 'volumes'), place)
  const resourceClaimNames = claimNames(spec.resourceClaims ?? [])
  const hostUsers = spec.hostUsers !== false
  const context: ContainerContext = { ...place, spec, volumes, resourceClaimNames, hostUsers }
  const inContainers = yield* validateContainers(context, child(path, 'containers'))
  const inInitContainers = yield* validateInitContainers(context, child(path, 'initContainers'))
  const inEphemeralContainers = yield* validateEphemeralContainers(context, child(path, 'ephemeralContainers'))
  const placed = validatePlacement(spec, path)
  yield
  const inNames = yield* validateNames(spec, path)
  yield
  return [
    ...(spec.terminationGracePeriodSeconds === undefined
      ? [required(child(path, 'terminationGracePeriodSeconds'))]
      : []),
    ...errors,
    ...validatePodResourceClaims(spec.resourceClaims ?? [], child(path, 'resourceClaims')),
    ...inContainers,
    ...inInitContainers,
    ...inEphemeralContainers,
    ...validatePodResources(context, child(path, 'resources')),
    ...validateHostNetwork(spec, place, child(path, 'containers')),
    ...validatePolicies(spec, path),
    ...placed,
    ...inNames,
    ...validateRest(spec, context, path),
  ]
}

function validatePodResources({ spec, resourceClaimNames }: ContainerContext, path: FieldPath): readonly FieldError[] {
  if (!spec.resources) return []
  return [...validatePodLevelResources(spec.resources, resourceClaimNames, path), ...validatePodConsistency(spec, path)]
}

/** With `hostNetwork`, host ports must equal container ports. */
function validateHostNetwork(spec: PodSpec, { isPod }: PodSpecContext, path: FieldPath): readonly FieldError[] {
  if (spec.hostNetwork !== true) return []
  return (spec.containers ?? []).flatMap((container: Container, at) =>
    (container.ports ?? []).flatMap(({ hostPort = 0, containerPort = 0 }, portAt) => {
      if (hostPort === containerPort || (!isPod && hostPort === 0)) return []
      const field = child(index(child(index(path, at), 'ports'), portAt), 'hostPort')
      return [invalid(field, hostPort, 'must match `containerPort` when `hostNetwork` is true')]
    }),
  )
}

const validatePolicies = (spec: PodSpec, path: FieldPath): readonly FieldError[] => [
  ...requireOneOf(spec.restartPolicy, child(path, 'restartPolicy'), ['Always', 'OnFailure', 'Never']),
  ...requireOneOf(spec.dnsPolicy, child(path, 'dnsPolicy'), [
    'ClusterFirstWithHostNet',
    'ClusterFirst',
    'Default',
    'None',
  ]),
  ...validateLabels(spec.nodeSelector, child(path, 'nodeSelector')),
  ...validatePodSecurityContext(spec, child(path, 'securityContext')),
]

const validatePlacement = (spec: PodSpec, path: FieldPath): readonly FieldError[] => [
  ...validateAffinity(spec.affinity, child(path, 'affinity')),
  ...validateDns(spec, child(path, 'dnsConfig')),
  ...(spec.readinessGates ?? []).flatMap(({ conditionType = '' }, at) =>
    checkText(conditionType, child(index(child(path, 'readinessGates'), at), 'conditionType'), qualifiedName),
  ),
  ...validateSchedulingGates(spec.schedulingGates ?? [], child(path, 'schedulingGates')),
  ...validateTopologySpread(spec.topologySpreadConstraints ?? [], child(path, 'topologySpreadConstraints')),
  ...validateHostProcess(spec, path),
  ...validateHostUsers(spec, path),
]

function validateSchedulingGates(gates: readonly PodSchedulingGate[], path: FieldPath): readonly FieldError[] {
  const seen = new Set<string>()
  return gates.flatMap(({ name = '' }, at) => {
    const errors = [...checkText(name, index(path, at), qualifiedName)]
    if (seen.has(name)) errors.push(duplicate(index(path, at), name))
    seen.add(name)
    return errors
  })
}

/** An empty name counts as absent. */
const named = (
  name: string | undefined,
  path: FieldPath,
  check: (text: string) => readonly string[],
): readonly FieldError[] => (name ? checkText(name, path, check) : [])

function* validateNames(spec: PodSpec, path: FieldPath): Pieces<readonly FieldError[]> {
  const inTolerations = yield* validateTolerationsInPieces(spec.tolerations ?? [], child(path, 'tolerations'))
  return [
    ...named(spec.serviceAccountName, child(path, 'serviceAccountName'), dns1123Subdomain),
    ...named(spec.nodeName, child(path, 'nodeName'), dns1123Subdomain),
    ...positiveInt32(spec.activeDeadlineSeconds, child(path, 'activeDeadlineSeconds')),
    ...named(spec.hostname, child(path, 'hostname'), dns1123Label),
    ...named(spec.subdomain, child(path, 'subdomain'), dns1123Label),
    ...inTolerations,
    ...validateHostAliases(spec.hostAliases ?? [], child(path, 'hostAliases')),
    ...named(spec.priorityClassName, child(path, 'priorityClassName'), dns1123Subdomain),
    ...(spec.runtimeClassName === undefined
      ? []
      : checkText(spec.runtimeClassName, child(path, 'runtimeClassName'), dns1123Subdomain)),
  ]
}

const validateRest = (spec: PodSpec, context: ContainerContext, path: FieldPath): readonly FieldError[] => [
  ...(spec.preemptionPolicy === undefined
    ? []
    : requireOneOf(spec.preemptionPolicy, child(path, 'preemptionPolicy'), ['PreemptLowerPriority', 'Never'])),
  ...(spec.overhead
    ? validateContainerResources({ limits: spec.overhead }, context.resourceClaimNames, child(path, 'overhead'))
    : []),
  ...validateSystem(spec, path),
]

function validateSystem(spec: PodSpec, path: FieldPath): readonly FieldError[] {
  if (!spec.os) return []
  const here = child(path, 'os')
  if (!spec.os.name) return [required(child(here, 'name'))]
  if (spec.os.name !== 'linux' && spec.os.name !== 'windows') {
    return [notSupported(here, spec.os.name, ['linux', 'windows'])]
  }
  return validateForSystem(spec, path)
}
