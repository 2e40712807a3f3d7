import type { FieldError } from '#api/field-error.ts'
import { validateDeviceClaim } from '#server/resources/parts/devices/requests.ts'
import { validateTemplateMetadata } from '#server/resources/parts/pod-spec/volumes/claim-templates.ts'
import type { ResourceClaimTemplate } from '#server/kinds/types/resource-v1.ts'

/** [DRA5] */
export const validate = ({ spec }: ResourceClaimTemplate): readonly FieldError[] => [
  ...validateTemplateMetadata(spec?.metadata ?? {}, 'spec.metadata'),
  ...validateDeviceClaim(spec?.spec?.devices ?? {}, 'spec.spec.devices'),
]
