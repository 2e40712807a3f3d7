import { type CelType, memberFunctions, globalFunctions, typeText } from '#cel/cel.ts'
import type { TextRange } from '#document/text-range.ts'
import { expressionAt, type InExpression } from './complete-policy.ts'
import { localVariables, partialAt, typeIn } from './partial.ts'
import { readPolicyText } from './policy-text.ts'
import { type PolicyTypes, type Scope, scopesOf } from './scopes.ts'
import { variableDocs } from './variable-docs.ts'

/** The type of the name under the pointer. */
export interface PolicyHover {
  readonly range: TextRange
  /** `object.spec.replicas: int` */
  readonly title: string
  readonly doc: string
  readonly facts: readonly string[]
}

/** Returns the type of a name inside an expression; `null` if the offset is in no expression, or on no name. [CB10] */
export function hoverPolicy(text: string, offset: number, types: PolicyTypes): PolicyHover | null {
  const read = readPolicyText(text)
  const inside = read === null ? null : expressionAt(read, text, offset)
  if (read === null || inside === null) return null
  const name = nameAt(inside)
  if (name === null) return null
  const { untyped, typed } = scopesOf(read, types)(inside.place)
  const scopes = typed.length === 0 ? [{ kind: '', scope: untyped }] : typed
  const found = scopes.flatMap(({ kind, scope }) => {
    const described = name.isCall ? signatureOf(scope, name.before) : typeOfName(scope, name.before)
    return described === null ? [] : [{ kind, described }]
  })
  return titled(name, found)
}

interface NameAt {
  /** The expression up to the end of the name. */
  readonly before: string
  readonly isCall: boolean
  readonly range: TextRange
}

/** Returns the name at an offset of an expression; `null` if there is none. */
function nameAt({ place: { source }, at, offsets }: InExpression): NameAt | null {
  const end = at + (/^\w*/.exec(source.slice(at))?.[0].length ?? 0)
  const before = source.slice(0, end)
  const { word } = partialAt(before)
  const [start, last] = [offsets[end - word.length], offsets[end - 1]]
  if (word === '' || start === undefined || last === undefined) return null
  return { before, isCall: source.charAt(end) === '(', range: { start, end: last + 1 } }
}

interface Described {
  readonly kind: string
  readonly described: string
}

function titled({ before, isCall, range }: NameAt, found: readonly Described[]): PolicyHover | null {
  const [first] = found
  if (first === undefined) return null
  const { receiver, word } = partialAt(before)
  const isSame = found.every(({ described }) => described === first.described)
  const name = receiver === null || isCall ? word : `${receiver}.${word}`
  return {
    range,
    title: `${name}${isCall ? '' : ': '}${first.described}`,
    doc: receiver === null ? (variableDocs.get(word) ?? '') : '',
    facts: isSame ? [] : found.map(({ kind, described }) => `${kind}: ${described}`),
  }
}

const inLocals = ({ environment }: Scope, before: string): Scope['environment'] =>
  environment.extend(Object.fromEntries(localVariables(environment, before)))

function typeOfName(scope: Scope, before: string): string | null {
  const { receiver, word } = partialAt(before)
  const type: CelType | null = typeIn(inLocals(scope, before), receiver === null ? word : `${receiver}.${word}`)
  return type === null ? null : typeText(type)
}

function signatureOf(scope: Scope, before: string): string | null {
  const { receiver, word } = partialAt(before)
  const type = receiver === null ? null : typeIn(inLocals(scope, before), receiver)
  const known = type === null ? globalFunctions() : memberFunctions(type)
  return known.find(({ name }) => name === word)?.text ?? null
}
