/** A rule of docs/semantics.md. */
export interface RuleLine {
  /** The title of its section. */
  readonly section: string
  readonly text: string
}

/** Returns the rules of docs/semantics.md by id. The document is loaded at the first call. */
export async function ruleTexts(): Promise<ReadonlyMap<string, RuleLine>> {
  // The documentation is outside of src, where `#` imports do not resolve.
  // oxlint-disable-next-line no-restricted-imports
  const { default: text } = await import('../../../../docs/semantics.md?raw')
  return rulesOf(text)
}

/** Parses `- **RV3** A write …` below `## Versions` into the id `RV3`, the section and the sentence. */
export function rulesOf(document: string): ReadonlyMap<string, RuleLine> {
  const rules = new Map<string, RuleLine>()
  let section = ''
  for (const [, title, id = '', text = ''] of document.matchAll(/^(?:## (.*)|- \*\*([A-Z]+\d+)\*\* (.*))$/gm)) {
    if (title === undefined) rules.set(id, { section, text })
    else section = title
  }
  return rules
}
