import type { YamlNode } from '#syntax/yaml-nodes.ts'
import { target } from '#document/locate.ts'
import type { TextRange } from '#document/text-range.ts'

/**
 * Returns the range in the file of a part of an expression. The expression may be quoted, escaped, folded or a
 * block: the range is returned only if every character of the part can be mapped.
 */
export function expressionRange(text: string, node: YamlNode, within: TextRange): TextRange | undefined {
  const offsets = sourceOffsets(text, node)
  if (offsets === undefined) return undefined
  const start = offsets[Math.min(within.start, offsets.length - 1)]
  const last = within.end > within.start ? offsets[Math.min(within.end, offsets.length - 1) - 1] : start
  if (start === undefined || last === undefined) return undefined
  return { start, end: Math.min(text.length, Math.max(start, last) + 1) }
}

/** Maps each character of the value, and its end, to its offset in the file; `undefined` if that is not possible. */
export function sourceOffsets(text: string, node: YamlNode): readonly number[] | undefined {
  const scalar = target(node)
  if (scalar.type !== 'scalar') return undefined
  const written = text.slice(scalar.start, scalar.end)
  const first = written.charAt(0)
  if (scalar.isPlain || first === '|' || first === '>')
    return alignBlock(written, scalar.text, scalar.start, scalar.isPlain)
  if (first !== '"' && first !== "'") return undefined
  return alignQuoted(written, scalar.text, scalar.start)
}

/** White space may differ; all other characters are as written. */
function alignBlock(written: string, value: string, start: number, isPlain: boolean): readonly number[] | undefined {
  const offsets: number[] = []
  let at = isPlain ? 0 : written.indexOf('\n') + 1
  for (const char of value.split('')) {
    const isSpace = /\s/.test(char)
    while (at < written.length && written.charAt(at) !== char && /\s/.test(written.charAt(at)) && !isSpace) at++
    if (!isSpace && written.charAt(at) !== char) return undefined
    offsets.push(start + Math.min(at, written.length))
    if (isSpace ? /\s/.test(written.charAt(at)) : true) at++
  }
  return [...offsets, start + Math.min(at, written.length)]
}

const escapeLengths: ReadonlyMap<string, number> = new Map([
  ['x', 4],
  ['u', 6],
  ['U', 10],
])

function alignQuoted(written: string, value: string, start: number): readonly number[] | undefined {
  const quote = written.charAt(0)
  const offsets: number[] = []
  let at = 1
  for (const char of value.split('')) {
    offsets.push(start + at)
    const here = written.charAt(at)
    if (quote === "'" && here === "'") at += 2
    else if (quote === '"' && here === '\\') at += escapeLengths.get(written.charAt(at + 1)) ?? 2
    else if (here === char) at++
    else if (/\s/.test(here) && /\s/.test(char)) while (/\s/.test(written.charAt(at))) at++
    else return undefined
  }
  return at >= written.length ? undefined : [...offsets, start + at]
}
