import { CelInput, CelList, CelMap, type CelOutcome, type CelValue, input, isFailure, typed } from '#cel/cel.ts'
import type { JsonObject } from '#api/json.ts'
import type { ExpressionScope } from '#config/kinds/config-field.ts'
import { variableTypes } from './cel-environments.ts'

/**
 * Returns the value of a scope's variable. Claims and extra attributes whose names are no identifiers can also be
 * selected by their escaped names: `claims.example__dot__org`. A field with exactly that name takes precedence.
 */
export function celVariable(scope: ExpressionScope, value: JsonObject): CelInput {
  const read = typed(value, variableTypes[scope]).read()
  return scope === 'request' || isFailure(read) ? new CelInput(() => read) : input(wrap(read))
}

function wrap(value: CelValue): CelValue {
  if (value instanceof CelMap) return new EscapedMap(value)
  return value instanceof CelList ? new EscapedList(value) : value
}

const wrapOutcome = (outcome: CelOutcome): CelOutcome => (isFailure(outcome) ? outcome : wrap(outcome))

class EscapedMap extends CelMap {
  readonly typeName: string
  private readonly inner: CelMap

  constructor(inner: CelMap) {
    super()
    this.inner = inner
    this.typeName = inner.typeName
  }

  get size(): number {
    return this.inner.size
  }

  keys(): readonly CelValue[] {
    return this.inner.keys()
  }

  get(key: CelValue): CelOutcome | undefined {
    const written = this.inner.get(key)
    const found = written === undefined && typeof key === 'string' ? this.unescaped(key) : written
    return found === undefined ? undefined : wrapOutcome(found)
  }

  private unescaped(key: string): CelOutcome | undefined {
    const name = key.includes('__') ? unescapeName(key) : undefined
    return name === undefined ? undefined : this.inner.get(name)
  }
}

class EscapedList extends CelList {
  private readonly inner: CelList

  constructor(inner: CelList) {
    super()
    this.inner = inner
  }

  get size(): number {
    return this.inner.size
  }

  at(index: number): CelValue {
    return wrap(this.inner.at(index))
  }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['__dot__', '.'],
  ['__dash__', '-'],
  ['__slash__', '/'],
  ['__underscores__', '__'],
])
const keywords =
  /^__(true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return)__$/

/** Returns the original name of an escaped identifier; `undefined` if it is not escaped. */
export function unescapeName(identifier: string): string | undefined {
  const keyword = keywords.exec(identifier)?.[1]
  if (keyword !== undefined) return keyword
  const name = identifier.replaceAll(/__(?:dot|dash|slash|underscores)__/g, (escape) => escapes.get(escape) ?? escape)
  return name === identifier ? undefined : name
}
