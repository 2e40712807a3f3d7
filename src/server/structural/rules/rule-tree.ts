import { escapeName, schemaType, type CelType } from '#cel/cel.ts'
import {
  type StructuralSchema,
  additionalOf,
  isOn,
  itemsOf,
  propertiesOf,
  propertyOf,
  schemasOf,
} from '../structural-schema.ts'
import { allStored, compileRule, type CompiledRule } from './compile-rule.ts'
import { rulesOf, type ValidationRule } from './validation-rule.ts'

/** The rules of a schema and of what lies in it. Rules are compiled when the first value comes to them. */
export interface RuleNode {
  readonly schema: StructuralSchema
  /** Null where expressions cannot see the value. */
  readonly type: CelType | null
  readonly rules: () => readonly CompiledRule[]
  readonly allOf: readonly RuleNode[]
  readonly items: RuleNode | null
  readonly additional: RuleNode | null
  readonly properties: ReadonlyMap<string, RuleNode>
}

/** Null where nowhere in the schema is a rule: such objects pay nothing. [CVR2] */
export function ruleTree(schema: StructuralSchema, isResource = true): RuleNode | null {
  if (!hasRules(schema)) return null
  return nodeOf({ rules: schema, schema, type: schemaType(schema, isResource)?.type ?? null })
}

/** Whether a schema, or one inside it, has rules at all: most have none, and are not looked at any further. */
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
  /** Where the rules are written: the schema itself, or one of its `allOf`. */
  readonly rules: StructuralSchema
  readonly schema: StructuralSchema
  readonly type: CelType | null
}

/** Null where neither here nor below is a rule. */
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

/** A field whose name expressions cannot write has a type of its own. */
function typeOfField(name: string, field: StructuralSchema, type: CelType | null): CelType | null {
  const celName = escapeName(name)
  if (celName === null) return schemaType(field, isOn(field, 'embedded-resource'))?.type ?? null
  return type?.fields?.().get(celName)?.type ?? null
}
