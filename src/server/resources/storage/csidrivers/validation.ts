import { child, duplicate, type FieldError, index, invalid, notSupported, required } from '#api/field-error.ts'
import { oneOf } from '#server/resources/parts/validation/texts.ts'
import type { CSIDriver, TokenRequest } from '#server/kinds/types/storage-v1.ts'

const fsGroupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType']
const lifecycleModes = ['Persistent', 'Ephemeral']
const tokenSecondsMin = 600
const tokenSecondsMax = 2 ** 32

/** Every field must be set, if only by its default. [CSD1] */
export const validate = ({ spec = {} }: CSIDriver): readonly FieldError[] => [
  // The path is misspelt as in the reference.
  ...present(spec.attachRequired, 'spec.attachedRequired'),
  ...present(spec.podInfoOnMount, 'spec.podInfoOnMount'),
  ...present(spec.storageCapacity, 'spec.storageCapacity'),
  ...oneOf(spec.fsGroupPolicy, 'spec.fsGroupPolicy', fsGroupPolicies),
  ...validateTokenRequests(spec.tokenRequests ?? []),
  ...(spec.volumeLifecycleModes ?? []).flatMap((mode) =>
    lifecycleModes.includes(mode) ? [] : [notSupported('spec.volumeLifecycleModes', mode, lifecycleModes)],
  ),
  ...present(spec.seLinuxMount, 'spec.seLinuxMount'),
]

const present = (value: boolean | undefined, path: string): readonly FieldError[] =>
  value === undefined ? [required(path)] : []

/** Audiences must be unique; the empty audience is that of the server. [CSD2] */
function validateTokenRequests(requests: readonly TokenRequest[]): readonly FieldError[] {
  const audiences = new Set<string>()
  return requests.flatMap(({ audience = '', expirationSeconds: seconds }, at) => {
    const path = index('spec.tokenRequests', at)
    if (audiences.has(audience)) return [duplicate(child(path, 'audience'), audience)]
    audiences.add(audience)
    if (seconds === undefined) return []
    const here = child(path, 'expirationSeconds')
    if (seconds < tokenSecondsMin) return [invalid(here, seconds, 'may not specify a duration less than 10 minutes')]
    if (seconds > tokenSecondsMax)
      return [invalid(here, seconds, 'may not specify a duration larger than 2^32 seconds')]
    return []
  })
}
