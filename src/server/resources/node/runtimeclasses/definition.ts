import { child, duplicate, type FieldError, type FieldPath, index } from '#api/field-error.ts'
import { dns1123LabelName, dns1123SubdomainName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { validateLabels, validateObjectMetaUpdate } from '#server/registry/metadata/validate-meta.ts'
import { immutable } from '#server/resources/parts/validation/immutable.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import { claimNames } from '#server/resources/parts/pod-spec/containers/claim-names.ts'
import { nodeV1 } from '#server/kinds/schemas/node-v1.ts'
import { validateContainerResources } from '#server/resources/parts/pod-spec/containers/resources.ts'
import { keyWarnings } from '#server/resources/parts/pod-spec/scheduling/deprecated-labels.ts'
import { validateTolerations } from '#server/resources/parts/pod-spec/scheduling/tolerations.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { Toleration } from '#server/kinds/types/core-v1.ts'
import type { RuntimeClass, Scheduling } from '#server/kinds/types/node-v1.ts'
import { roundAmounts } from '#server/resources/parts/validation/amount-maps.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'

/** Validates handler, overhead and scheduling. [RTC1] */
const validate = ({ handler = '', overhead, scheduling }: RuntimeClass): readonly FieldError[] => [
  ...checkText(handler, 'handler', (text) => dns1123LabelName(text, false)),
  ...(overhead === undefined
    ? []
    : validateContainerResources({ limits: overhead.podFixed ?? {} }, claimNames([]), 'overhead')),
  ...(scheduling === undefined ? [] : validateScheduling(scheduling, 'scheduling')),
]

const validateScheduling = ({ nodeSelector, tolerations }: Scheduling, path: FieldPath): readonly FieldError[] => [
  ...validateLabels(nodeSelector ?? {}, child(path, 'nodeSelector')),
  ...validateDistinct(tolerations ?? [], child(path, 'tolerations')),
]

/** The reference repeats the field in the path of an invalid toleration. */
function validateDistinct(tolerations: readonly Toleration[], path: FieldPath): readonly FieldError[] {
  const seen = new Set<string>()
  const doubled = tolerations.flatMap((toleration, at) => {
    const { key = '', operator = '', value = '', effect = '' } = toleration
    const all = JSON.stringify([key, operator, value, effect])
    const errors = seen.has(all) ? [duplicate(index(path, at), internalForm('core.v1.Toleration', toleration))] : []
    seen.add(all)
    return errors
  })
  return [...validateTolerations(tolerations, child(path, 'tolerations')), ...doubled]
}

const rules = { namespaced: false, validateName: dns1123SubdomainName, validate, anyFinalizer: true }

/** The handler is immutable; PUT creates an object. [RTC2] [NL1] */
const strategy: Strategy<RuntimeClass> = {
  validateName: dns1123SubdomainName,
  anyFinalizer: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  metadataOnUpdate: 'own',
  default: ({ overhead }) => roundAmounts(overhead?.podFixed),
  warnings: ({ scheduling }) =>
    keyWarnings(Object.keys(scheduling?.nodeSelector ?? {}).toSorted(), () => 'scheduling.nodeSelector'),
  validate,
  validateUpdate: (next, live) => [
    ...validateAgain(next, rules),
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...immutable(next.handler ?? '', live.handler ?? '', 'handler'),
  ],
}

/** node.orch.io/v1 RuntimeClass: the container runtime of pods. [RTC1] */
export const runtimeclasses: ResourceDefinition = {
  group: 'node.orch.io',
  version: 'v1',
  resource: 'runtimeclasses',
  singular: 'runtimeclass',
  kind: 'RuntimeClass',
  namespaced: false,
  verbs: storedVerbs,
  schema: nodeV1.schema('RuntimeClass'),
  strategy,
  columns: [
    nameColumn,
    kindColumn<RuntimeClass>('Handler', 'The name of the runtime handler.', ({ handler }) => handler ?? ''),
    ageColumn,
  ],
}
