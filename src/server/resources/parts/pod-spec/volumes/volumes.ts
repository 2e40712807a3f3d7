import { type Pieces, eachInPieces } from '#api/bodies/in-pieces.ts'
import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  index,
  invalid,
  required,
} from '#api/field-error.ts'
import { dns1123Label, dns1123Subdomain } from '#api/names.ts'
import { amountSign } from '#server/resources/parts/validation/amounts.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { Volume } from '#server/kinds/types/core-v1.ts'
import { validateCloudVolume } from './cloud-volumes.ts'
import { validateFileVolume } from './file-volumes.ts'
import { validateNetworkVolume } from './network-volumes.ts'
import type { PodSpecContext } from '#server/resources/parts/pod-spec/pod-spec-context.ts'
import { validateProjectedVolume } from './projected-volumes.ts'
import { type VolumeType, volumeTypes } from './volume-types.ts'

export interface VolumeChecks {
  readonly errors: readonly FieldError[]
  /** Only valid volumes: mounts of others are reported as not found. */
  readonly volumes: ReadonlyMap<string, Volume>
}

/** Validates the list of volumes; names are unique among the valid volumes so far. [POD10] [ER8] */
export function* validateVolumes(
  list: readonly Volume[],
  path: FieldPath,
  context: PodSpecContext,
): Pieces<VolumeChecks> {
  const volumes = new Map<string, Volume>()
  const made = new Set(list.filter((volume) => volume.ephemeral).map((volume) => `${context.podName}-${volume.name}`))
  const errors = yield* eachInPieces(list, (volume, at) => {
    const name = volume.name ?? ''
    const here = index(path, at)
    const found = [...validateSource(volume, here, context), ...validateName(name, child(here, 'name'))]
    if (volumes.has(name)) found.push(duplicate(child(here, 'name'), name))
    if (found.length === 0) volumes.set(name, volume)
    const claim = volume.persistentVolumeClaim?.claimName ?? ''
    if (context.podName !== '' && volume.persistentVolumeClaim && made.has(claim)) {
      const why = 'must not reference a PVC that gets created for an ephemeral volume'
      found.push(invalid(child(here, 'persistentVolumeClaim', 'claimName'), claim, why))
    }
    return found
  })
  return { errors, volumes }
}

const validateName = (name: string, path: FieldPath): readonly FieldError[] =>
  name === '' ? [required(path)] : checkText(name, path, dns1123Label)

/** Paths in "more than one type" errors that differ from the field name, as in the reference. */
const oddPaths: Partial<Record<VolumeType, string>> = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' }

/** Validates the first source that is set, and forbids the others. */
function validateSource(volume: Volume, path: FieldPath, context: PodSpecContext): readonly FieldError[] {
  const given = volumeTypes.filter((type) => volume[type] !== undefined && volume[type] !== null)
  const [first, ...more] = given
  if (first === undefined) return [required(path, 'must specify a volume type')]
  const errors: FieldError[] = [...validateType(volume, first, path, context)]
  for (const type of more) {
    errors.push(forbidden(child(path, oddPaths[type] ?? type), 'may not specify more than 1 volume type'))
  }
  return [
    ...errors,
    ...validateIscsiName(volume, path),
    ...(given[0] === 'ephemeral' ? claimName(volume, path, context) : []),
  ]
}

function validateType(
  volume: Volume,
  type: VolumeType,
  path: FieldPath,
  context: PodSpecContext,
): readonly FieldError[] {
  if (type === 'emptyDir') return validateEmptyDir(volume, path)
  if (type === 'projected') return validateProjectedVolume(volume.projected ?? {}, child(path, type))
  return [
    ...validateFileVolume(volume, type, path, context),
    ...validateNetworkVolume(volume, type, path),
    ...validateCloudVolume(volume, type, path),
  ]
}

function validateEmptyDir(volume: Volume, path: FieldPath): readonly FieldError[] {
  const limit = volume.emptyDir?.sizeLimit
  if (limit === undefined || amountSign(limit) >= 0) return []
  return [forbidden(child(path, 'emptyDir', 'sizeLimit'), 'SizeLimit field must be a valid resource quantity')]
}

function validateIscsiName({ name = '', iscsi }: Volume, path: FieldPath): readonly FieldError[] {
  if (iscsi?.initiatorName === undefined || `${name}:${iscsi.targetPortal ?? ''}`.length <= 64) return []
  const why =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.'
  return [invalid(child(path, 'name'), name, why)]
}

/** Validates the name of an ephemeral volume's claim, which consists of pod and volume name. */
function claimName({ name = '' }: Volume, path: FieldPath, { podName }: PodSpecContext): readonly FieldError[] {
  if (podName === '' || name === '') return []
  const claim = `${podName}-${name}`
  return dns1123Subdomain(claim).map((text) => invalid(child(path, 'name'), name, `PVC name "${claim}": ${text}`))
}
