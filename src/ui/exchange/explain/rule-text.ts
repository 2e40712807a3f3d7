/** The rules of docs/semantics.md by their ids, read when somebody asks for the first one. */
export async function ruleTexts(): Promise<ReadonlyMap<string, string>> {
  // The documentation is outside of src, where `#` does not reach.
  // oxlint-disable-next-line no-restricted-imports
  const { default: text } = await import('../../../../docs/semantics.md?raw')
  return rulesOf(text)
}

/** `- **RV3** A write …` to `RV3` and its sentence. */
export function rulesOf(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/^- \*\*([A-Z]+\d+)\*\* (.*)$/gm)].map(([, id = '', rule = '']) => [id, rule]))
}
