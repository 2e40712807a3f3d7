import type { ApiObject } from '#api/object-meta.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import { kindColumn } from '#server/resources/parts/table-columns.ts'
import type { MatchResources, ParamKind } from '#server/kinds/types/admissionregistration-v1.ts'
import { defaultMatchResources } from './rules.ts'

interface PolicyWithDefaults extends ApiObject {
  spec?: { failurePolicy?: string | undefined; matchConstraints?: MatchResources | undefined } | undefined
}

/** Sets the defaults of a policy that validates or mutates objects. [DA2] */
export function defaultPolicy(next: PolicyWithDefaults): void {
  next.spec ??= {}
  next.spec.failurePolicy ??= 'Fail'
  defaultMatchResources(next.spec.matchConstraints)
}

/** [TB3] */
export const paramKindColumn: TableColumn = kindColumn<
  ApiObject & { spec?: { paramKind?: ParamKind | undefined } | undefined }
>('ParamKind', 'The kind of its parameters.', ({ spec }) =>
  spec?.paramKind === undefined ? '<unset>' : `${spec.paramKind.apiVersion ?? ''}/${spec.paramKind.kind ?? ''}`,
)
