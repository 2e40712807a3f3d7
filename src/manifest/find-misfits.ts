import { isObject, type Json } from '#api/json.ts'
import { type NodePath, keyName, rangeOf, target } from '#document/locate.ts'
import type { YamlNode } from '#syntax/yaml-nodes.ts'
import type { FieldSchema, ValueType } from './open-schema.ts'
import { type Found, pathText } from './problem.ts'

const countMax = 200

/** Returns unknown fields, wrong types and values outside of an enumeration, in the order of the text. [YE10] */
export function findMisfits(schema: FieldSchema, value: Json): readonly Found[] {
  const found: Found[] = []
  visit(schema, value, [], found)
  return found.slice(0, countMax)
}

function visit(schema: FieldSchema, value: Json, path: NodePath, found: Found[]): void {
  if (value === null || found.length >= countMax) return
  const { types } = schema
  if (types.length > 0 && !types.some((type) => hasType(value, type))) {
    found.push({ code: 'type', at: path, message: `must be ${typeWords(types)}, not ${typeOf(value)}` })
    return
  }
  if (isObject(value)) visitMembers(schema, value, path, found)
  else if (Array.isArray(value)) {
    const { items } = schema
    if (items !== undefined) for (const [at, item] of value.entries()) visit(items, item, [...path, at], found)
  } else if (schema.values.length > 0 && !schema.values.includes(value) && value !== '') {
    const values = schema.values.map((each) => JSON.stringify(each))
    found.push({
      code: 'value',
      at: path,
      message: `unsupported value ${JSON.stringify(value)}: one of ${values.join(', ')}`,
      values: schema.values.filter((each) => typeof each === 'string'),
    })
  }
}

function visitMembers(
  schema: FieldSchema,
  value: { [name: string]: Json | undefined },
  path: NodePath,
  found: Found[],
): void {
  for (const [name, member] of Object.entries(value)) {
    const field = schema.field(name) ?? schema.entries
    const at = [...path, name]
    if (field !== undefined) visit(field, member ?? null, at, found)
    else if (!schema.isOpen)
      found.push({ code: 'unknown', at, part: 'key', message: `unknown field ${JSON.stringify(pathText(at))}` })
  }
}

const hasType = (value: Json, type: ValueType): boolean => {
  switch (type) {
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return isNumber(value) && Number.isInteger(Number(value))
    case 'number':
      return isNumber(value)
    default:
      return typeof value === type
  }
}

const isNumber = (value: Json): boolean => typeof value === 'number' || typeof value === 'bigint'

const words: Readonly<Record<ValueType, string>> = {
  object: 'a mapping',
  array: 'a list',
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
}

const typeWords = (types: readonly ValueType[]): string => types.map((type) => words[type]).join(' or ')

function typeOf(value: Json): string {
  if (Array.isArray(value)) return words.array
  if (isObject(value)) return words.object
  return typeof value === 'string' ? words.string : typeof value === 'boolean' ? 'a boolean' : 'a number'
}

/** Returns keys that repeat an earlier key of the same mapping. */
export function findDuplicates(root: YamlNode): readonly Found[] {
  const found: Found[] = []
  const seen = new Set<YamlNode>()
  const walk = (node: YamlNode, path: NodePath): void => {
    if (seen.has(node) || found.length >= countMax) return
    seen.add(node)
    if (node.type === 'list') for (const [at, item] of node.items.entries()) walk(item, [...path, at])
    if (node.type !== 'map') return
    const names = new Set<string>()
    for (const [key, value] of node.pairs) {
      const name = keyName(key)
      const at = [...path, name]
      if (names.has(name) && name !== '<<')
        found.push({
          code: 'duplicate',
          at,
          range: rangeOf(key),
          message: `duplicate field ${JSON.stringify(pathText(at))}`,
        })
      names.add(name)
      walk(target(value), at)
    }
  }
  walk(root, [])
  return found
}
