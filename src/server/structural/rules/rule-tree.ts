import { escapeName, schemaType, type CelType } from '#cel/cel.ts'
import {
  type StructuralSchema,
  additionalOf,
  isOn,
  itemsOf,
  propertiesOf,
  propertyOf,
  schemasOf,
} from '#server/structural/structural-schema.ts'
import { allStored, compileRule, type CompiledRule } from './compile-rule.ts'
import { rulesOf, type ValidationRule } from './validation-rule.ts'

/** The rules of a schema and of its nested schemas. Rules are compiled when they are first applied to a value. */
export interface RuleNode {
  readonly schema: StructuralSchema
  /** `null` if expressions cannot access the value. */
  readonly type: CelType | null
  readonly rules: () => readonly CompiledRule[]
  readonly allOf: readonly RuleNode[]
  readonly items: RuleNode | null
  readonly additional: RuleNode | null
  readonly properties: ReadonlyMap<string, RuleNode>
}

/** Builds the rule tree; null if the schema contains no rules, so that its objects incur no cost. [CVR2] */
export function ruleTree(schema: StructuralSchema, isResource = true): RuleNode | null {
  if (!hasRules(schema)) return null
  return nodeOf({ rules: schema, schema, type: schemaType(schema, isResource)?.type ?? null })
}

/** Reports whether a schema or one of its nested schemas has rules. Most have none and are not processed further. */
export const hasRules = (schema: StructuralSchema): boolean =>
  rulesOf(schema).length > 0 || inner(schema).some((each) => hasRules(each))

function inner(schema: StructuralSchema): readonly StructuralSchema[] {
  const [items, additional] = [itemsOf(schema), additionalOf(schema)]
  return [
    ...propertiesOf(schema).map(([, field]) => field),
    ...(items === null ? [] : [items]),
    ...(additional === null || additional === true ? [] : [additional]),
  ]
}

interface Source {
  /** The schema that contains the rules: the schema itself, or one of its `allOf`. */
  readonly rules: StructuralSchema
  readonly schema: StructuralSchema
  readonly type: CelType | null
}

/** Builds a node; null if there are no rules at this level or below. */
function nodeOf(source: Source): RuleNode | null {
  const { rules: written, schema, type } = source
  const rules = rulesOf(written)
  const node: RuleNode = {
    schema,
    type,
    rules: lazily(rules, schema, type),
    allOf: schemasOf(written.allOf).flatMap((each) => nodeOf({ rules: each, schema, type }) ?? []),
    items: itemsNode(source),
    additional: additionalNode(source),
    properties: propertyNodes(source),
  }
  const isEmpty = rules.length === 0 && node.allOf.length === 0 && node.properties.size === 0
  return isEmpty && node.items === null && node.additional === null ? null : node
}

function lazily(rules: readonly ValidationRule[], schema: StructuralSchema, type: CelType | null): RuleNode['rules'] {
  let compiled: readonly CompiledRule[] | null = null
  return () =>
    (compiled ??= type === null ? [] : rules.map((rule) => compileRule(rule, { schema, type, levelOf: allStored })))
}

function itemsNode({ rules, schema, type }: Source): RuleNode | null {
  const [written, items] = [itemsOf(rules), itemsOf(schema)]
  if (written === null || items === null) return null
  return nodeOf({ rules: written, schema: items, type: type?.params[0] ?? null })
}

function additionalNode({ rules, schema, type }: Source): RuleNode | null {
  const [written, additional] = [additionalOf(rules), additionalOf(schema)]
  if (written === null || written === true || additional === null || additional === true) return null
  return nodeOf({ rules: written, schema: additional, type: type?.params[1] ?? null })
}

function propertyNodes({ rules, schema, type }: Source): ReadonlyMap<string, RuleNode> {
  const nodes = new Map<string, RuleNode>()
  for (const [name, written] of propertiesOf(rules)) {
    const field = propertyOf(schema, name)
    const fieldType = field === null ? null : typeOfField(name, field, type)
    if (field === null || fieldType === null) continue
    const node = nodeOf({ rules: written, schema: field, type: fieldType })
    if (node !== null) nodes.set(name, node)
  }
  return nodes
}

/** Returns the type of a field. A field whose name expressions cannot contain has a separate type. */
function typeOfField(name: string, field: StructuralSchema, type: CelType | null): CelType | null {
  const celName = escapeName(name)
  if (celName === null) return schemaType(field, isOn(field, 'embedded-resource'))?.type ?? null
  return type?.fields?.().get(celName)?.type ?? null
}
