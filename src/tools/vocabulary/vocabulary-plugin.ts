import { readFileSync } from 'node:fs'
import { parseAst, type Plugin } from 'vite'
import { hasOwnWords, referenceText } from '#vocabulary/reference-text.ts'
import { speakingModules } from './speaking-modules.ts'

/**
 * Suffix of an import that loads a module, and everything that it imports, with the reference's names in its
 * literals.
 */
const MARK = '?vocabulary=kubernetes'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly value?: unknown
}

/**
 * Loads `module.ts?vocabulary=kubernetes` as that module with the reference's words in its literals, and so all modules of ours that it
 * imports. One source, two servers, and neither translates anything while it runs. Modules without words, their imports
 * included, are not loaded twice: a process that runs both servers has one class ApiError.
 * docs/decisions/0013-a-vocabulary-is-built-in.md
 */
export function vocabularyPlugin(): Plugin {
  let speaks: ((path: string) => boolean) | null = null
  return {
    name: 'orchard:vocabulary',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const asked = source.endsWith(MARK)
      if (!asked && importer?.endsWith(MARK) !== true) return null
      const plain = (id: string): string => (id.endsWith(MARK) ? id.slice(0, -MARK.length) : id)
      const found = await this.resolve(plain(source), importer === undefined ? undefined : plain(importer), {
        ...options,
        skipSelf: true,
      })
      if (found === null || !isOurs(found.id)) return found
      speaks ??= speakingModules((path, text) =>
        path.endsWith('.json') ? hasOwnWords(text) : referenceModule(text) !== text,
      )
      return speaks(found.id) ? { ...found, id: found.id + MARK } : found
    },
    load(id) {
      if (!id.endsWith(MARK)) return null
      const path = id.slice(0, -MARK.length)
      this.addWatchFile(path)
      const text = readFileSync(path, 'utf8')
      if (path.endsWith('.json')) return { code: referenceJson(text), map: null, moduleType: 'json' }
      return { code: referenceModule(text), map: null, moduleType: path.endsWith('.ts') ? 'ts' : 'js' }
    },
  }
}

const isOurs = (id: string): boolean =>
  /\.(?:ts|json)$/.test(id) && id.includes('/src/') && !id.includes('/node_modules/')

/** Converts keys and values of a JSON document to the reference's words; the key order is kept. */
export const referenceJson = (text: string): string =>
  JSON.stringify(JSON.parse(text, (_key, value: unknown) => withReferenceWords(value)))

function withReferenceWords(value: unknown): unknown {
  if (typeof value === 'string') return referenceText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [referenceText(key), item]))
}

/**
 * Converts a module to the reference's words: its string literals, the parts of its templates, its regular
 * expressions. Identifiers are unchanged.
 */
export function referenceModule(text: string): string {
  if (!hasOwnWords(text)) return text
  const changes: { readonly start: number; readonly end: number; readonly text: string }[] = []
  for (const node of nodesOf(parseAst(text, { lang: 'ts' }))) {
    const raw = text.slice(node.start, node.end)
    if (!hasOwnWords(raw)) continue
    if (node.type === 'TemplateElement') changes.push({ ...node, text: referenceText(raw) })
    else if (node.type !== 'Literal') continue
    else if (typeof node.value === 'string') changes.push({ ...node, text: JSON.stringify(referenceText(node.value)) })
    else changes.push({ ...node, text: referencePattern(raw) })
  }
  let done = ''
  let at = 0
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    done += text.slice(at, change.start) + change.text
    at = change.end
  }
  return done + text.slice(at)
}

/** A pattern does not determine which of the two domains applies, so it matches both. */
const referencePattern = (pattern: string): string =>
  referenceText(pattern.replace(/(?<![A-Za-z0-9])orch\\\.io/g, String.raw`(?:k8s|kubernetes)\.io`))

/** Yields every node below `root`. */
function* nodesOf(root: unknown): Generator<Node> {
  if (typeof root !== 'object' || root === null) return
  if (Array.isArray(root)) {
    for (const item of root) yield* nodesOf(item)
    return
  }
  if ('type' in root && 'start' in root && 'end' in root) yield root as Node
  for (const value of Object.values(root)) yield* nodesOf(value)
}
