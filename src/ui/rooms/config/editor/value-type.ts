const unknownTypes: ReadonlySet<string> = new Set(['any', 'dyn'])

/** Returns the static type, or if that is dynamic, the type of the JSON value. [CB5] */
export function typeOfValue(type: string, value: string): string {
  if (!unknownTypes.has(type)) return type
  const [first = ''] = value
  if (first === '"') return 'string'
  if (first === '[') return 'list'
  if (first === '{') return 'map'
  if (value === 'true' || value === 'false') return 'bool'
  if (value === 'null') return 'null'
  if (/^-?\d+$/.test(value)) return 'int'
  return /^-?\d/.test(value) ? 'double' : type
}
