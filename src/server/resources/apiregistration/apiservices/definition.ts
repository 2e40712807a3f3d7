import type { FieldError } from '#api/field-error.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { keepMetadata } from '#server/resources/parts/kept-metadata.ts'
import { apiregistrationV1 } from '#server/kinds/schemas/apiregistration-v1.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'
import { validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { APIService } from '#server/kinds/types/apiregistration-v1.ts'
import { keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'
import { validate, validateNames, validateStatus } from './validation.ts'

const portDefault = 443

/** The name is validated together with the spec that determines it. */
const validateName = (): readonly string[] => []

const validateWhole = (next: APIService): readonly FieldError[] => [...validateNames(next), ...validate(next)]
const rules = { namespaced: false, validateName, validate: validateWhole, anyFinalizer: true }

/** A service that this server serves itself is available at once. [APS2] */
const strategy: Strategy<APIService> = {
  validateName,
  anyFinalizer: true,
  metadataOnUpdate: 'own',
  allowUnconditionalUpdate: false,
  default({ spec }) {
    if (spec?.service !== undefined) spec.service.port ??= portDefault
  },
  prepareForCreate(next, { nowMs }) {
    next.status = {}
    if (next.spec?.service !== undefined) return
    next.status.conditions = [
      {
        type: 'Available',
        status: 'True',
        lastTransitionTime: new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z'),
        reason: 'Local',
        message: 'Local APIServices are always available',
      },
    ]
  },
  validate: validateWhole,
  prepareForUpdate: keepStatus,
  validateUpdate: (next, live) => [
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...validateAgain(next, rules),
  ],
}

const statusStrategy: Strategy<APIService> = {
  ...strategy,
  prepareForUpdate(next, live) {
    keepSpec(next, live)
    keepMetadata(next, live)
  },
  validateUpdate: validateStatus,
}

const serviceText = ({ spec }: APIService): string =>
  spec?.service === undefined ? 'Local' : `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}`

/** [APS3] */
function availability({ status }: APIService): string {
  const condition = (status?.conditions ?? []).find(({ type }) => type === 'Available')
  if (condition === undefined) return 'Unknown'
  const { status: state = '', reason = '' } = condition
  return state === 'True' || reason === '' ? state : `${state} (${reason})`
}

/**
 * apiregistration.orch.io/v1 APIService: the backend of a group version: this server, or another one to which
 * requests are forwarded. [APS1]
 */
export const apiservices: ResourceDefinition = {
  group: 'apiregistration.orch.io',
  version: 'v1',
  resource: 'apiservices',
  shownKey: 'apiregistration.orch.io/apiservices',
  singular: 'apiservice',
  kind: 'APIService',
  namespaced: false,
  categories: ['api-extensions'],
  verbs: storedVerbs,
  schema: apiregistrationV1.schema('APIService'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  columns: [
    nameColumn,
    kindColumn<APIService>('Service', 'The service that serves the group version; Local for this server.', serviceText),
    kindColumn<APIService>(
      'Available',
      'True if the group version is served; otherwise with the reason.',
      availability,
    ),
    ageColumn,
  ],
}
