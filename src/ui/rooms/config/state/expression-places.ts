import type { YamlNode } from '#syntax/yaml-nodes.ts'
import { pathText } from '#config/finding.ts'
import {
  type ConfigStruct,
  type ConfigType,
  type ExpressionScope,
  isList,
  isStruct,
} from '#config/kinds/config-field.ts'
import { kindOfText } from '#config/language/kind-of-text.ts'
import { type NodePath, pairNamed, target } from '#document/locate.ts'
import { readDocument } from '#document/read-document.ts'
import { LineIndex, type TextRange } from '#document/text-range.ts'
import { writtenPlace } from '#document/written-place.ts'

/** An expression in a file. */
export interface ExpressionPlace {
  /** `jwt[0].claimMappings.username.expression` */
  readonly path: string
  /** Index of the authenticator or authorizer that it belongs to. */
  readonly item: number
  readonly scope: ExpressionScope
  readonly source: string
  readonly range: TextRange
  /** Its last line, from 1, and the column where its key starts, from 0. */
  readonly line: number
  readonly column: number
}

/** Returns every expression of a file in order; none for a text that cannot be parsed. [CB5] */
export function expressionPlaces(text: string): readonly ExpressionPlace[] {
  const document = readDocument(text)
  const { kind, dialect } = kindOfText(text)
  if (document.type !== 'document' || document.root === null || kind === undefined) return []
  const lines = new LineIndex(text)
  const found: ExpressionPlace[] = []
  const visitStruct = (struct: ConfigStruct, node: YamlNode, path: NodePath): void => {
    for (const field of struct.fields) {
      const name = dialect.fieldName(field)
      const pair = pairNamed(node, name)
      if (pair === undefined) continue
      const at = [...path, name]
      const value = target(pair.value)
      if (field.expression !== undefined && value.type === 'scalar' && value.text !== '')
        found.push(
          placeOf({ text, lines }, [pair.key, pair.value], { at, scope: field.expression, source: value.text }),
        )
      else visit(field.type, value, at)
    }
  }
  const visit = (type: ConfigType, node: YamlNode, path: NodePath): void => {
    if (isStruct(type)) visitStruct(type, node, path)
    else if (isList(type) && node.type === 'list')
      for (const [index, item] of node.items.entries()) visit(type.items, target(item), [...path, index])
  }
  visitStruct(kind.root, document.root, [])
  return found.toSorted((a, b) => a.range.start - b.range.start)
}

interface Written {
  readonly text: string
  readonly lines: LineIndex
}

interface Reported {
  readonly at: NodePath
  readonly scope: ExpressionScope
  readonly source: string
}

function placeOf(
  { text, lines }: Written,
  [key, value]: readonly [YamlNode, YamlNode],
  reported: Reported,
): ExpressionPlace {
  return {
    path: pathText(reported.at),
    item: reported.at.find((step) => typeof step === 'number') ?? 0,
    scope: reported.scope,
    source: reported.source,
    ...writtenPlace(text, lines, [key, value]),
  }
}

/** Returns the expression whose text or lens contains an offset. */
export const placeAt = (places: readonly ExpressionPlace[], offset: number): ExpressionPlace | undefined =>
  places.find(({ range }) => range.start <= offset && offset <= range.end)
