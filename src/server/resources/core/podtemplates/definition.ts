import { dns1123SubdomainName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { equalAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { defaultPodTemplate } from '#server/resources/parts/pod-spec/defaults.ts'
import { dropFromTemplate } from '#server/resources/parts/pod-spec/disabled-fields.ts'
import { validatePodTemplate } from '#server/resources/parts/pod-spec/pod-template.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { PodTemplate } from '#server/kinds/types/core-v1.ts'
import { containerColumns, labelsCell } from '#server/resources/parts/workloads/columns.ts'
import { bump } from '#server/resources/parts/workloads/generation.ts'
import { changedTemplateWarnings } from '#server/resources/parts/workloads/warnings.ts'

const strategy: Strategy<PodTemplate> = {
  validateName: dns1123SubdomainName,
  default: (next) => defaultPodTemplate((next.template ??= {})),
  prepareForCreate(next) {
    next.metadata.generation = 1
    dropFromTemplate(next.template)
  },
  validate: (next) => validatePodTemplate(next.template ?? {}, 'template'),
  prepareForUpdate(next, live) {
    dropFromTemplate(next.template)
    if (!equalAs('core.v1.PodTemplateSpec', next.template, live.template)) bump(next, live)
  },
  validateUpdate: (next) => validatePodTemplate(next.template ?? {}, 'template'),
  warnings: (next, live) => changedTemplateWarnings(next, live, { template: next.template, path: 'template' }),
}

/** core/v1 PodTemplate. [PT1] */
export const podtemplates: ResourceDefinition = {
  group: '',
  version: 'v1',
  resource: 'podtemplates',
  singular: 'podtemplate',
  kind: 'PodTemplate',
  namespaced: true,
  verbs: storedVerbs,
  schema: coreV1.schema('PodTemplate'),
  strategy,
  columns: [
    nameColumn,
    ...containerColumns<PodTemplate>(({ template }) => template, 0),
    kindColumn<PodTemplate>('Pod Labels', 'The labels of the pods.', ({ template }) =>
      labelsCell(template?.metadata?.labels),
    ),
  ],
  returnsDeletedObject: true,
}
