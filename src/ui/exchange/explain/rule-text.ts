/** Returns the rules of docs/semantics.md by id. The document is loaded at the first call. */
export async function ruleTexts(): Promise<ReadonlyMap<string, string>> {
  // The documentation is outside of src, where `#` imports do not resolve.
  // oxlint-disable-next-line no-restricted-imports
  const { default: text } = await import('../../../../docs/semantics.md?raw')
  return rulesOf(text)
}

/** Parses `- **RV3** A write …` into the id `RV3` and the sentence. */
export function rulesOf(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/^- \*\*([A-Z]+\d+)\*\* (.*)$/gm)].map(([, id = '', rule = '']) => [id, rule]))
}
