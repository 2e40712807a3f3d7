import { type CelSignature, type CelType, globalFunctions, memberFunctions, typeText } from '#cel/cel.ts'
import { sourceOffsets } from '#document/scalar-offsets.ts'
import type { TextRange } from '#document/text-range.ts'
import { localVariables, partialAt, typeIn } from './partial.ts'
import { type PolicyNode, type PolicyText, readPolicyText } from './policy-text.ts'
import { type PolicyTypes, type Scope, scopesOf } from './scopes.ts'
import { variableDocs } from './variable-docs.ts'

/** A completion inside an expression. */
export interface PolicyCompletion {
  readonly label: string
  readonly kind: 'field' | 'variable' | 'function'
  /** The type, or the signature of a function. */
  readonly detail: string
  readonly doc: string
  readonly insert: string
  readonly isSnippet: boolean
  readonly range: TextRange
}

/** An offset of the text inside of an expression. */
export interface InExpression {
  readonly place: PolicyNode
  /** The offset within the expression's source. */
  readonly at: number
  /** Maps each character of the source to its offset in the text. */
  readonly offsets: readonly number[]
}

/** Returns the expression that contains an offset. */
export function expressionAt({ places }: PolicyText, text: string, offset: number): InExpression | null {
  const place = places.find(({ range }) => range.start <= offset && offset <= range.end)
  const offsets = place === undefined ? undefined : sourceOffsets(text, place.node)
  if (place === undefined || offsets === undefined) return null
  const found = offsets.findIndex((each) => each >= offset)
  return { place, at: found < 0 ? offsets.length - 1 : found, offsets }
}

/**
 * Returns completions inside an expression by the types of the kinds that it sees; `null` if the offset is in no
 * expression. Never throws. [CB10]
 */
export function completePolicy(text: string, offset: number, types: PolicyTypes): readonly PolicyCompletion[] | null {
  const read = readPolicyText(text)
  const inside = read === null ? null : expressionAt(read, text, offset)
  if (read === null || inside === null) return null
  const { untyped, typed } = scopesOf(read, types)(inside.place)
  const before = inside.place.source.slice(0, inside.at)
  const scopes = typed.length === 0 ? [untyped] : typed.map(({ scope }) => scope)
  const { word } = partialAt(before)
  const range = { start: offset - word.length, end: offset }
  const found = scopes.flatMap((scope) => completionsIn(scope, before))
  return found
    .filter(({ label }, at) => found.findIndex((each) => each.label === label) === at)
    .filter(({ label }) => label.toLowerCase().startsWith(word.toLowerCase()))
    .map((item) => ({ ...item, range }))
}

type Unplaced = Omit<PolicyCompletion, 'range'>

function completionsIn({ environment, variables }: Scope, before: string): readonly Unplaced[] {
  const locals = localVariables(environment, before)
  const { receiver } = partialAt(before)
  if (receiver === null)
    return [
      ...[...locals, ...variables].map(([name, type]) => variableItem(name, type)),
      ...globalFunctions().map(functionItem),
    ]
  const type = typeIn(environment.extend(Object.fromEntries(locals)), receiver)
  if (type === null) return []
  const inner = optionalOf(type)
  const fields = [...(inner.fields?.() ?? [])].map(([name, field]) => fieldItem(name, field.type))
  return [...fields, ...memberFunctions(type).map(functionItem)]
}

/** The fields of an optional value are those of the value. */
const optionalOf = (type: CelType): CelType =>
  type.name === 'optional_type' && type.params[0] !== undefined ? type.params[0] : type

const variableItem = (name: string, type: CelType): Unplaced => ({
  label: name,
  kind: 'variable',
  detail: typeText(type),
  doc: variableDocs.get(name) ?? '',
  insert: name,
  isSnippet: false,
})

const fieldItem = (name: string, type: CelType): Unplaced => ({ ...variableItem(name, type), kind: 'field', doc: '' })

const functionItem = ({ name, text }: CelSignature): Unplaced => ({
  label: name,
  kind: 'function',
  detail: text,
  doc: '',
  insert: `${name}($0)`,
  isSnippet: true,
})
