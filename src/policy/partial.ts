import { type CelEnvironment, type CelType, celTypes } from '#cel/cel.ts'

/** The end of an unfinished expression: the text before the dot, and the word that is being typed. */
export interface Partial {
  /** `null` when the word is not a member. */
  readonly receiver: string | null
  readonly word: string
}

const wordEnd = /[A-Za-z_][A-Za-z0-9_]*$/

/** Reads the end of an unfinished expression. */
export function partialAt(before: string): Partial {
  const word = wordEnd.exec(before)?.[0] ?? ''
  const rest = before.slice(0, before.length - word.length)
  if (!/\.\??$/.test(rest)) return { receiver: null, word }
  const dot = rest.replace(/\.\??$/, '')
  return { receiver: dot.slice(startOfOperand(dot)), word }
}

const openers: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/** Returns where the operand starts that ends the text: names, dots, calls and indexes. */
function startOfOperand(text: string): number {
  let at = text.length
  while (at > 0) {
    const sign = text.charAt(at - 1)
    if (openers.has(sign)) at = startOfBracket(text, at - 1)
    else if (sign === '"' || sign === "'") at = startOfQuote(text, at - 1)
    else if (/[A-Za-z0-9_.?]/.test(sign)) at--
    else break
  }
  return at
}

function startOfBracket(text: string, close: number): number {
  const stack: string[] = []
  for (let at = close; at >= 0; at--) {
    const sign = text.charAt(at)
    if (sign === '"' || sign === "'") at = startOfQuote(text, at)
    else if (openers.has(sign)) stack.push(openers.get(sign) ?? '')
    else if (sign === stack.at(-1)) {
      stack.pop()
      if (stack.length === 0) return at
    }
  }
  return 0
}

/** Quotes that are escaped inside of texts are rare in conditions; they only cost a suggestion. */
const startOfQuote = (text: string, end: number): number => Math.max(0, text.lastIndexOf(text.charAt(end), end - 1))

/** Returns the static type of an expression; `null` if it does not compile. */
export function typeIn(environment: CelEnvironment, source: string): CelType | null {
  const compiled = environment.compile(source.replaceAll('?.', '.'))
  return compiled.type === 'program' ? compiled.program.resultType : null
}

const macroCall = /\.(all|exists|exists_one|existsOne|filter|map)$/

/** Returns the variables that the macros around the end of an unfinished expression declare, outermost first. */
export function localVariables(environment: CelEnvironment, before: string): ReadonlyMap<string, CelType> {
  const locals = new Map<string, CelType>()
  for (const open of openBrackets(before)) {
    const callee = before.slice(0, open)
    const macro = macroCall.exec(callee)?.[0]
    const name = /^\s*([A-Za-z_]\w*)\s*,/.exec(before.slice(open + 1))?.[1]
    if (macro === undefined || name === undefined) continue
    const ranged = callee.slice(0, callee.length - macro.length)
    const type = typeIn(environment.extend(Object.fromEntries(locals)), ranged.slice(startOfOperand(ranged)))
    locals.set(name, type?.params[0] ?? celTypes.dyn)
  }
  return locals
}

/** Returns the offsets of the parentheses that are not closed. */
function openBrackets(text: string): readonly number[] {
  const open: number[] = []
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(') open.push(at)
    else if (sign === ')') open.pop()
  }
  return open
}
