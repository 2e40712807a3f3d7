import { child, type FieldError, type FieldPath, index, required } from '#api/field-error.ts'
import { fileMode } from '#server/resources/parts/validation/numbers.ts'
import { oneOf, requireText } from '#server/resources/parts/validation/texts.ts'
import type { DownwardAPIVolumeSource, HostPathVolumeSource, KeyToPath, Volume } from '#server/kinds/types/core-v1.ts'
import { validateClaimTemplate } from './claim-templates.ts'
import { validatePullPolicy } from '#server/resources/parts/pod-spec/containers/pull-policy.ts'
import { validateDownwardFile } from './downward-files.ts'
import { localDescendingPath, localNonReservedPath, withoutBacksteps } from './local-path.ts'
import type { PodSpecContext } from '#server/resources/parts/pod-spec/pod-spec-context.ts'
import type { VolumeType } from './volume-types.ts'

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
]

type Check = (volume: Volume, path: FieldPath, context: PodSpecContext) => readonly FieldError[]

const checks: Partial<Record<VolumeType, Check>> = {
  hostPath: ({ hostPath }, path) => validateHostPath(hostPath ?? {}, path),
  gitRepo: ({ gitRepo }, path) => [
    ...requireText(gitRepo?.repository, child(path, 'repository')),
    ...localDescendingPath(gitRepo?.directory ?? '', child(path, 'directory')),
  ],
  secret: ({ secret }, path) => validateKeyed(secret ?? {}, 'secretName', path),
  configMap: ({ configMap }, path) => validateKeyed(configMap ?? {}, 'name', path),
  downwardAPI: ({ downwardAPI }, path) => validateDownward(downwardAPI ?? {}, path),
  persistentVolumeClaim: (volume, path) =>
    requireText(volume.persistentVolumeClaim?.claimName, child(path, 'claimName')),
  ephemeral: validateEphemeral,
  image: ({ image }, path, { isPod }) => [
    ...(isPod ? requireText(image?.reference, child(path, 'reference')) : []),
    ...validatePullPolicy(image?.pullPolicy, child(path, 'pullPolicy')),
  ],
}

/** Validates volumes whose files come from the node, the pod or other objects. [POD11] */
export const validateFileVolume = (
  volume: Volume,
  type: VolumeType,
  path: FieldPath,
  context: PodSpecContext,
): readonly FieldError[] => checks[type]?.(volume, child(path, type), context) ?? []

function validateHostPath(source: HostPathVolumeSource, path: FieldPath): readonly FieldError[] {
  if (source.path === undefined || source.path === '') return [required(child(path, 'path'))]
  return [
    ...withoutBacksteps(source.path, child(path, 'path')),
    ...oneOf(source.type, child(path, 'type'), hostPathTypes),
  ]
}

interface KeyedSource {
  readonly name?: string | undefined
  readonly secretName?: string | undefined
  readonly defaultMode?: number | undefined
  readonly items?: KeyToPath[] | undefined
}

const validateKeyed = (
  source: KeyedSource,
  nameField: 'name' | 'secretName',
  path: FieldPath,
): readonly FieldError[] => [
  ...requireText(source[nameField], child(path, nameField)),
  ...fileMode(source.defaultMode, child(path, 'defaultMode')),
  ...(source.items ?? []).flatMap((item, at) => validateKeyToPath(item, index(child(path, 'items'), at))),
]

/** Validates the mapping of a key to a file. */
export const validateKeyToPath = (item: KeyToPath, path: FieldPath): readonly FieldError[] => [
  ...requireText(item.key, child(path, 'key')),
  ...requireText(item.path, child(path, 'path')),
  ...localNonReservedPath(item.path ?? '', child(path, 'path')),
  ...fileMode(item.mode, child(path, 'mode')),
]

/** Errors of the items are reported at the path of the volume, without an index, as in the reference. */
const validateDownward = (source: DownwardAPIVolumeSource, path: FieldPath): readonly FieldError[] => [
  ...fileMode(source.defaultMode, child(path, 'defaultMode')),
  ...(source.items ?? []).flatMap((file) => validateDownwardFile(file, path)),
]

function validateEphemeral({ ephemeral }: Volume, path: FieldPath): readonly FieldError[] {
  const template = ephemeral?.volumeClaimTemplate
  const here = child(path, 'volumeClaimTemplate')
  return template === undefined || template === null ? [required(here)] : validateClaimTemplate(template, here)
}
