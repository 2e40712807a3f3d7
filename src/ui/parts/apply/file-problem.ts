import { readYaml } from '#ui/texts/read-yaml.ts'

/** Says why a manager's file cannot be applied: it is no YAML, not one object, or empty. `''` for a file that can. [AN8] */
export function fileProblem(text: string): string {
  if (text.trim() === '') return 'The file is empty. Reset brings back both files.'
  const read = readYaml(text)
  if (read.type === 'object') return ''
  const { line, message } = read.problem
  return `Line ${line}: ${message}. Nothing can be sent before it is mended.`
}
