import type { Json } from '#api/json.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'
import { type Family, type Outcome, attempt, judge, readCases } from './family.ts'

interface YamlCase {
  readonly id: string
  readonly yaml: string | null
  /** The name of a generated text that is too long to be stored: `deep-flow-20000`. */
  readonly generator?: string
  readonly expectedJSONText?: string
  /** The text has several documents; the first is read. */
  readonly expectedMultipleDocs?: boolean
  readonly error?: string
}

export const yaml: Family = {
  name: 'yaml',
  async run(dir) {
    const file = readCases<{ readonly cases: readonly YamlCase[] }>(dir, 'yaml/cases.json')
    return file === null ? null : file.cases.map(tryYaml)
  },
}

function tryYaml(each: YamlCase): Outcome {
  const text = each.yaml ?? generate(each.generator ?? '')
  if (text === null) return { id: each.id, result: 'skipped', note: `no generator ${each.generator}` }
  // The tool that recorded the cases adds a line break to every document.
  const tried = attempt(() => parseYaml(text.endsWith('\n') ? text : `${text}\n`).value)
  const told = each.error ?? (each.expectedJSONText?.startsWith('error:') ? each.expectedJSONText : undefined)
  if (told !== undefined || 'error' in tried)
    return judge(each.id, 'error' in tried ? tried.error : undefined, told === undefined ? undefined : reason(told))
  if (each.expectedJSONText === undefined) return { id: each.id, result: 'passed' }
  return judge(each.id, tried.value, JSON.parse(each.expectedJSONText) as Json)
}

/** Removes the prefix that the recording command-line tool puts before the reason. */
const reason = (text: string): string => text.replace(/^.*?error converting YAML to JSON: /s, '')

function generate(name: string): string | null {
  const depth = Number(/^deep-flow-([0-9]+)$/.exec(name)?.[1])
  if (!Number.isSafeInteger(depth)) return null
  const nested = '['.repeat(depth) + ']'.repeat(depth)
  return `apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\ndata: ${nested}\n`
}
