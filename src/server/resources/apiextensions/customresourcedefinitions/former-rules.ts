import { deepEqual } from '#api/json.ts'
import type { LevelOf } from '#server/structural/rules/compile-rule.ts'
import { rulesOf } from '#server/structural/rules/validation-rule.ts'
import type { StructuralSchema } from '#server/structural/structural-schema.ts'
import type { CustomResourceDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import { subschemas } from './subschemas.ts'

/** The expressions and schemas of a definition before an update, for ratcheting: unchanged expressions stay valid. */
export interface FormerRules {
  readonly levelOf: LevelOf
  /** The schema is unchanged, so that its rules may keep their cost. */
  readonly isUnchanged: boolean
}

export const noFormerRules: FormerRules = { levelOf: () => 'new', isUnchanged: false }

const schemasOf = (definition: CustomResourceDefinition | null): readonly (StructuralSchema | undefined)[] =>
  (definition?.spec?.versions ?? []).map(({ schema }) => schema?.openAPIV3Schema)

/**
 * Returns the lookup of a schema in the live definition.
 * @param live null on create
 */
export function formerRules(live: CustomResourceDefinition | null): (schema: StructuralSchema) => FormerRules {
  if (live === null) return () => noFormerRules
  const before = schemasOf(live).filter((schema) => schema !== undefined)
  let texts: { readonly rule: ReadonlySet<string>; readonly messageExpression: ReadonlySet<string> } | null = null
  const levelOf: LevelOf = (kind, expression) => {
    texts ??= expressionsOf(before)
    return texts[kind].has(expression) ? 'stored' : 'new'
  }
  return (schema) => ({ levelOf, isUnchanged: before.some((each) => deepEqual(each, schema)) })
}

function expressionsOf(
  schemas: readonly StructuralSchema[],
): Record<'rule' | 'messageExpression', ReadonlySet<string>> {
  const all = schemas.flatMap(everySchema).flatMap(rulesOf)
  return {
    rule: new Set(all.map(({ rule }) => rule)),
    messageExpression: new Set(all.map(({ messageExpression }) => messageExpression)),
  }
}

const everySchema = (schema: StructuralSchema): readonly StructuralSchema[] => [
  schema,
  ...subschemas(schema, '').flatMap((each) => everySchema(each.schema)),
]
