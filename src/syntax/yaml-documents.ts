/** Returns the documents of a YAML file, one object each. */
export const documentsOf = (text: string): readonly string[] =>
  text.split(/^---[ \t\r]*$/m).filter((part) => part.replace(/^[ \t]*#.*$/gm, '').trim() !== '')
