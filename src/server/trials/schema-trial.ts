import { badRequest, invalidObject } from '#api/api-error.ts'
import { cloneJson } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { typeText } from '#cel/cel.ts'
import type { AdmissionSample, SampleTrial } from '#facts/admission-trial-api.ts'
import { objectKind } from '#server/admission/dynamic/versioned.ts'
import { customDefinitions, customKind } from '#server/custom-resources/custom-definition.ts'
import { type CustomKind, customStatusStrategy, customStrategy } from '#server/custom-resources/custom-strategy.ts'
import { ruleFindings, rulesOfSchema } from '#server/custom-resources/custom-validation.ts'
import type { CustomResourceDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { type StrategyContext, errorsAtOnce } from '#server/registry/strategy.ts'
import { ownerOf } from '#server/registry/storage-key.ts'
import type { CompiledRule } from '#server/structural/rules/compile-rule.ts'
import { createObserved } from './observed.ts'
import { rulePointers } from './rule-pointers.ts'
import { sampleTrial, type TrySample } from './sample-trial.ts'
import { readAs } from './trial-attributes.ts'

interface TriedVersion {
  readonly definition: ResourceDefinition
  readonly kind: CustomKind
  readonly pointers: ReadonlyMap<CompiledRule, string>
}

/** Tries the schemas and rules of a CustomResourceDefinition on writes of its kind. [PTR4] */
export function schemaTrial(
  crd: CustomResourceDefinition,
  contextOf: (user: AdmissionSample['user']) => StrategyContext,
  explain: string,
): TrySample {
  const versions = triedVersions(crd)
  const names = crd.spec?.names
  return async (sample) => {
    const isOwn = sample.group === (crd.spec?.group ?? '') && sample.resource === (names?.plural ?? '')
    if (!isOwn || sample.operation === 'DELETE') return notAsked()
    const tried = versions.find(({ definition }) => definition.version === sample.version) ?? versions[0]
    if (tried === undefined) throw badRequest('no version of the definition is stored')
    await customStrategy(tried.kind).load?.()
    return tryVersion(tried, sample, { context: contextOf(sample.user), explain })
  }
}

const notAsked = (): SampleTrial =>
  sampleTrial({
    isAsked: false,
    refusal: null,
    observed: createObserved(),
    before: null,
    after: null,
    warnings: [],
    annotations: new Map(),
  })

/** The names are taken as accepted: a definition that is not stored has no status. */
function triedVersions(crd: CustomResourceDefinition): readonly TriedVersion[] {
  const { names } = crd.spec ?? {}
  const settled = { ...crd, status: { ...crd.status, acceptedNames: names ?? {} } } as CustomResourceDefinition
  return customDefinitions(settled, { which: 'all' }).flatMap((definition) => {
    const at = (crd.spec?.versions ?? []).findIndex(({ name }) => name === definition.version)
    const version = crd.spec?.versions?.[at]
    if (version === undefined) return []
    const kind = customKind(version.schema?.openAPIV3Schema ?? {}, version)
    return [
      {
        definition,
        kind,
        pointers: rulePointers(rulesOfSchema(kind.schema), `/spec/versions/${at}/schema/openAPIV3Schema`),
      },
    ]
  })
}

/** Validates the sample as a write does, and records the result of each rule. */
function tryVersion(
  tried: TriedVersion,
  sample: AdmissionSample,
  { context, explain }: { readonly context: StrategyContext; readonly explain: string },
): SampleTrial {
  const { definition, kind, pointers } = tried
  const strategy = sample.subresource === 'status' ? customStatusStrategy(kind) : customStrategy(kind)
  const of = objectKind(definition, '')
  if (sample.object === null) throw badRequest('the sample has no object')
  const next = readAs(sample.object, of)
  const live = sample.oldObject === null || sample.operation === 'CREATE' ? null : readAs(sample.oldObject, of)
  const observed = createObserved(explain)
  const own = errorsAtOnce(
    live === null ? strategy.validate(next, context) : strategy.validateUpdate(next, live, context),
  )
  const { errors, warnings } = ruleFindings(kind, { next, live }, own, (rule, _path, result, inputs) => {
    const { program } = rule
    const type = program === null ? '' : typeText(program.resultType)
    observed.add(pointers.get(rule) ?? '', type, result, program === null ? undefined : { program, inputs })
  })
  const all = [...own, ...errors]
  const name = next.metadata.name ?? ''
  return sampleTrial({
    isAsked: true,
    refusal: all.length === 0 ? null : invalidObject(ownerOf(definition), name, all),
    observed,
    before: cloneJson(sample.object) as ApiObject,
    after: next,
    warnings: [...warnings],
    annotations: new Map(),
  })
}
