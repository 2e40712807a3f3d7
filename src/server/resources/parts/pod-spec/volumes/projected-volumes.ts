import { child, type FieldError, type FieldPath, forbidden, index, invalid } from '#api/field-error.ts'
import { fileMode } from '#server/resources/parts/validation/numbers.ts'
import { requireText } from '#server/resources/parts/validation/texts.ts'
import type {
  KeyToPath,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from '#server/kinds/types/core-v1.ts'
import { validateDownwardFile } from './downward-files.ts'
import { validateKeyToPath } from './file-volumes.ts'
import { localNonReservedPath } from './local-path.ts'

/** Validates a projected volume; no two sources may write the same path. [POD13] */
export function validateProjectedVolume(projected: ProjectedVolumeSource, path: FieldPath): readonly FieldError[] {
  const taken = new Set<string>()
  return [
    ...fileMode(projected.defaultMode, child(path, 'defaultMode')),
    ...(projected.sources ?? []).flatMap((source, at) => validateProjection(source, path, at, taken)),
  ]
}

function validateProjection(
  source: VolumeProjection,
  volumePath: FieldPath,
  at: number,
  taken: Set<string>,
): readonly FieldError[] {
  const path = index(child(volumePath, 'sources'), at)
  const errors: FieldError[] = []
  for (const type of ['secret', 'configMap'] as const) {
    const keyed = source[type]
    if (keyed) errors.push(...validateKeys(keyed, child(path, type), volumePath, taken))
  }
  for (const file of source.downwardAPI?.items ?? []) {
    errors.push(...validateDownwardFile(file, child(path, 'downwardAPI')))
    errors.push(...claim(file.path ?? '', file.path ?? '', volumePath, taken))
  }
  if (source.serviceAccountToken) {
    errors.push(...validateToken(source.serviceAccountToken, child(path, 'serviceAccountToken'), volumePath))
  }
  const types = [source.secret, source.configMap, source.downwardAPI, source.serviceAccountToken].filter(Boolean)
  if (types.length > 1) errors.push(forbidden(path, 'may not specify more than 1 volume type per source'))
  return errors
}

interface Keyed {
  readonly name?: string | undefined
  readonly items?: KeyToPath[] | undefined
}

const validateKeys = (
  source: Keyed,
  path: FieldPath,
  volumePath: FieldPath,
  taken: Set<string>,
): readonly FieldError[] => [
  ...requireText(source.name, child(path, 'name')),
  ...(source.items ?? []).flatMap((item, at) => [
    ...validateKeyToPath(item, index(child(path, 'items'), at)),
    ...claim(item.path ?? '', source.name ?? '', volumePath, taken),
  ]),
]

function claim(file: string, shown: string, volumePath: FieldPath, taken: Set<string>): readonly FieldError[] {
  if (file === '') return []
  if (taken.has(file)) return [invalid(volumePath, shown, 'conflicting duplicate paths')]
  taken.add(file)
  return []
}

const shortestSeconds = 600
const longestSeconds = 2 ** 32

function validateToken(
  token: ServiceAccountTokenProjection,
  path: FieldPath,
  volumePath: FieldPath,
): readonly FieldError[] {
  const seconds = token.expirationSeconds ?? 0
  const here = child(path, 'expirationSeconds')
  const errors: FieldError[] = []
  if (seconds < shortestSeconds) errors.push(invalid(here, seconds, 'may not specify a duration less than 10 minutes'))
  if (seconds > longestSeconds) {
    errors.push(invalid(here, seconds, 'may not specify a duration larger than 2^32 seconds'))
  }
  const file = child(volumePath, 'path')
  return [...errors, ...(token.path ? localNonReservedPath(token.path, file) : requireText(token.path, file))]
}
