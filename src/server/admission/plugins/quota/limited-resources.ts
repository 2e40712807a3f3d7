import { forbiddenRequest } from '#api/api-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import { shownName } from '#server/admission/chain/policy-denial.ts'
import type { QuotaEvaluator } from './quota-evaluators.ts'
import type { QuotaScope } from './quota-scopes.ts'

/** Amounts that may be used only where a quota bounds them. */
export interface LimitedResource {
  readonly group: string
  readonly resource: string
  /** Parts of the names of amounts: `cpu`, `requests.nvidia.com`. */
  readonly matchContains: readonly string[]
  /** Scopes in which the use of the resource itself is limited. */
  readonly matchScopes: readonly QuotaScope[]
}

/** A write that quotas count. */
export interface LimitedWrite {
  readonly attributes: Attributes
  readonly evaluator: QuotaEvaluator
  readonly object: ApiObject
  /** The amounts that the quotas of the object limit, by name, and their scopes. */
  readonly covered: { readonly names: ReadonlySet<string>; readonly scopes: readonly QuotaScope[] }
}

/** Refuses a write that uses a limited resource which no quota covers. @throws ApiError Forbidden [ADP4] */
export function requireQuota(limited: readonly LimitedResource[], write: LimitedWrite): void {
  const { attributes, evaluator, object, covered } = write
  const { definition } = attributes
  const here = limited.filter(({ group, resource }) => group === definition.group && resource === definition.resource)
  if (here.length === 0) return
  const used = Object.keys(evaluator.usage(object)).filter((name) =>
    here.some(({ matchContains }) => matchContains.some((part) => name.includes(part))),
  )
  const missing = used.filter((name) => !covered.names.has(name)).toSorted()
  if (missing.length > 0)
    throw forbiddenRequest(definition, shownName(attributes), `insufficient quota to consume: ${missing.join(',')}`)
  const scopes = here.flatMap(({ matchScopes }) => matchScopes.filter((scope) => evaluator.inScope(scope, object)))
  const open = scopes.filter(({ name }) => !covered.scopes.some((each) => each.name === name))
  if (open.length === 0) return
  const text = open.map(({ name, operator, values }) => `{${name} ${operator} [${values.join(' ')}]}`).join(' ')
  throw forbiddenRequest(definition, shownName(attributes), `insufficient quota to match these scopes: [${text}]`)
}
