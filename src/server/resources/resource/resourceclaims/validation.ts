import type { FieldError } from '#api/field-error.ts'
import { validateDeviceClaim } from '#server/resources/parts/devices/requests.ts'
import type { ResourceClaim } from '#server/kinds/types/resource-v1.ts'

export { validateStatus } from './status-validation.ts'

/** [DRA1] */
export const validate = ({ spec }: ResourceClaim): readonly FieldError[] =>
  validateDeviceClaim(spec?.devices ?? {}, 'spec.devices')
