import type { FieldError } from '#api/field-error.ts'
import { listMax, validateConfiguration, validateSelectors } from '#server/resources/parts/devices/configuration.ts'
import { validateItems } from '#server/resources/parts/devices/lists.ts'
import type { DeviceClass } from '#server/kinds/types/resource-v1.ts'

/** [DRA3] */
export const validate = ({ spec = {} }: DeviceClass): readonly FieldError[] => [
  ...validateSelectors(spec.selectors ?? [], 'spec.selectors'),
  ...validateItems(spec.config ?? [], { max: listMax, check: validateConfiguration }, 'spec.config'),
]
