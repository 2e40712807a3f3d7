import { child, type FieldError, type FieldPath, index, duplicate, invalid, required } from '#api/field-error.ts'
import { dns1123Label } from '#api/names.ts'
import { checkText, requireOneOf, requireText } from '#server/resources/parts/validation/texts.ts'
import type { Container, ContainerResizePolicy } from '#server/kinds/types/core-v1.ts'
import { validateEnv, validateEnvFrom } from './env.ts'
import { validateDevices, validateMounts } from './mounts.ts'
import type { ContainerContext } from '#server/resources/parts/pod-spec/pod-spec-context.ts'
import { validatePorts } from './ports.ts'
import { validatePullPolicy } from './pull-policy.ts'
import { validateContainerResources } from './resources.ts'
import { validateSecurityContext } from '#server/resources/parts/pod-spec/security-context.ts'

/** Validates the fields that containers of all lists share. [POD20] */
export const validateContainerCommon = (
  container: Container,
  context: ContainerContext,
  path: FieldPath,
): readonly FieldError[] => [
  ...(container.name ? checkText(container.name, child(path, 'name'), dns1123Label) : [required(child(path, 'name'))]),
  ...requireText(container.image, child(path, 'image')),
  ...requireOneOf(container.terminationMessagePolicy, child(path, 'terminationMessagePolicy'), [
    'File',
    'FallbackToLogsOnError',
  ]),
  ...validatePorts(container.ports ?? [], child(path, 'ports')),
  ...validateEnv(container.env ?? [], child(path, 'env')),
  ...validateEnvFrom(container.envFrom ?? [], child(path, 'envFrom')),
  ...validateMounts(container, context.volumes, child(path, 'volumeMounts')),
  ...validateDevices(container, context.volumes, child(path, 'volumeDevices')),
  ...validatePullPolicy(container.imagePullPolicy, child(path, 'imagePullPolicy')),
  ...validateContainerResources(container.resources ?? {}, context.resourceClaimNames, child(path, 'resources')),
  ...validateResizePolicies(container.resizePolicy ?? [], context.spec.restartPolicy, child(path, 'resizePolicy')),
  ...validateSecurityContext(container.securityContext, context.hostUsers, child(path, 'securityContext')),
]

const resizable = ['cpu', 'memory']
const resizePolicies = ['NotRequired', 'RestartContainer']

/** Validates the resize policies. All errors except duplicates are reported at the list. */
function validateResizePolicies(
  policies: readonly ContainerResizePolicy[],
  podRestartPolicy: string | undefined,
  path: FieldPath,
): readonly FieldError[] {
  const seen = new Set<string>()
  return policies.flatMap(({ resourceName = '', restartPolicy = '' }, at) => {
    const errors: FieldError[] = seen.has(resourceName) ? [duplicate(index(path, at), resourceName)] : []
    seen.add(resourceName)
    errors.push(...requireOneOf(resourceName, path, resizable), ...requireOneOf(restartPolicy, path, resizePolicies))
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.push(invalid(path, restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'"))
    }
    return errors
  })
}

/** Forbids spaces around the image of a pod's container; templates allow them. */
export function validateImageSpaces(container: Container, path: FieldPath): readonly FieldError[] {
  const { image = '' } = container
  if (image.trim() === image) return []
  return [invalid(child(path, 'image'), image, 'must not have leading or trailing whitespace')]
}
