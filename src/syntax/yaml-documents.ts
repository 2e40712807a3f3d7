/** Returns the documents of a YAML file, one object each. */
export const documentsOf = (text: string): readonly string[] =>
  text.split(/^---\s*$/m).filter((part) => part.replace(/^\s*#.*$/gm, '').trim() !== '')
