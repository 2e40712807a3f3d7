import type { Json } from '#api/json.ts'
import type { NumberTexts } from '#api/number-texts.ts'
import { JsonSyntaxError, parseJson } from '#syntax/parse-json.ts'
import { YamlError, parseYaml } from '#syntax/parse-yaml.ts'
import type { YamlNode } from '#syntax/yaml-nodes.ts'
import { jsonNodes } from './json-nodes.ts'
import type { TextRange } from './text-range.ts'

/** Far more than any real configuration; a larger file is refused before it is parsed. */
export const TEXT_LENGTH_MAX: number = 4 * 1024 * 1024

/** A file with its text and parsed value. */
export type ConfigDocument =
  | {
      readonly type: 'document'
      readonly value: Json
      readonly root: YamlNode | null
      readonly isJson: boolean
      readonly numberTexts: NumberTexts | undefined
      /** Returns duplicate keys with the reference's messages; for JSON, unknown fields are merged in by position. */
      duplicates(unknown: readonly string[]): readonly string[]
      /** Range at which a second document begins; the reference reads only the first. */
      readonly secondDocument?: TextRange
    }
  | { readonly type: 'unreadable'; readonly message: string; readonly range: TextRange }

/**
 * Reads a file as the reference does: JSON if its first character is `{`, else the first YAML document. Offsets
 * count from the beginning of the text, including a byte order mark.
 */
export function readDocument(text: string): ConfigDocument {
  if (text.length > TEXT_LENGTH_MAX) {
    const message = `the file has ${text.length} characters; a configuration may have at most ${TEXT_LENGTH_MAX}`
    return { type: 'unreadable', message, range: { start: 0, end: 0 } }
  }
  return /^\s*\{/.test(text) ? readJson(text) : readYaml(text)
}

function readJson(text: string): ConfigDocument {
  try {
    const { value, duplicates, doubled, numberTexts } = parseJson(text, { duplicates: true })
    return {
      type: 'document',
      value: doubled?.value ?? value,
      root: jsonNodes(text),
      isJson: true,
      numberTexts: doubled === undefined ? numberTexts : undefined,
      duplicates: (unknown) => doubled?.problems(unknown) ?? [...duplicates, ...unknown],
    }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    const message = `couldn't get version/kind; json parse error: ${error.message}`
    return { type: 'unreadable', message, range: placeOfJsonError(text) }
  }
}

/** Takes the position from the platform's error message; without one, the end of the text is used. */
function placeOfJsonError(text: string): TextRange {
  try {
    JSON.parse(text)
  } catch (error) {
    const told = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    if (told !== undefined) return { start: Number(told), end: Math.min(text.length, Number(told) + 1) }
  }
  return { start: text.trimEnd().length, end: text.length }
}

function readYaml(text: string): ConfigDocument {
  const offset = text.startsWith('\ufeff') ? 1 : 0
  const body = text.slice(offset)
  try {
    const { value, duplicates, numberTexts, root } = parseYaml(body)
    if (offset > 0 && root !== null) shift(root, offset, new Set())
    const second = secondDocument(body, offset)
    return {
      type: 'document',
      value,
      root,
      isJson: false,
      numberTexts,
      duplicates: (unknown) => [...yamlDuplicates(duplicates), ...unknown],
      ...(second !== undefined && { secondDocument: second }),
    }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const start = Math.min(text.length, (error.mark?.index ?? 0) + offset)
    return { type: 'unreadable', message: error.message, range: { start, end: Math.min(text.length, start + 1) } }
  }
}

const yamlDuplicates = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`yaml: unmarshal errors:\n  ${lines.join('\n  ')}`]

interface Places {
  start: number
  end: number
}

function shift(node: YamlNode, by: number, seen: Set<YamlNode>): void {
  if (seen.has(node)) return
  seen.add(node)
  const places: Places = node as Places
  places.start += by
  places.end += by
  if (node.type === 'list') for (const item of node.items) shift(item, by, seen)
  if (node.type === 'map') for (const pair of node.pairs) for (const part of pair) shift(part, by, seen)
}

/** Returns the first `---` that follows some content, if content follows it too. Reads each line once. */
function secondDocument(text: string, offset: number): TextRange | undefined {
  let start = 0
  let isWritten = false
  let mark: number | undefined
  for (const line of text.split('\n')) {
    const isMark = /^---(?=\s|$)/.test(line)
    if (isMark && isWritten) mark ??= start
    if (!isBlank(isMark ? line.slice(3) : line)) {
      if (mark !== undefined) return { start: mark + offset, end: mark + offset + 3 }
      isWritten = true
    }
    start += line.length + 1
  }
  return undefined
}

/** Matches white space, comments, directives and document markers. */
const isBlank = (line: string): boolean => /^\s*(?:#.*|%.*|---|\.\.\.)?\s*$/.test(line)
