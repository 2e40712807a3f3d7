/** State of the room, kept in the address. */
export interface AboutChoice {
  /** Title of the chosen group of families; `''` for all. */
  readonly group: string
  /** True for all known differences, also those that no recording measures. */
  readonly isAll: boolean
  /** The open case; `''` for none. */
  readonly name: string
  readonly step: number
}

/** Reads `GROUP;all;CASE.STEP`. */
export function readChoice(text: string): AboutChoice {
  const [group = '', all = '', found = ''] = text.split(';')
  const [name = '', step = ''] = found.split('.')
  return { group, isAll: all === 'all', name, step: /^\d{1,4}$/.test(step) ? Number(step) : 0 }
}

export function choiceText({ group, isAll, name, step }: AboutChoice): string {
  const text = `${group};${isAll ? 'all' : ''};${name === '' ? '' : `${name}.${step}`}`
  return text.replace(/;+$/, '')
}
