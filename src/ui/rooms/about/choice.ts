/** The pages of the room; `all` has all known differences, also those that no recording measures. */
const pages = ['', 'all', 'orchard', 'settings', 'licences'] as const
export type AboutPage = (typeof pages)[number]

/** State of the room, kept in the address. */
export interface AboutChoice {
  /** Title of the chosen group of families; `''` for all. */
  readonly group: string
  readonly page: AboutPage
  /** The open case; `''` for none. */
  readonly name: string
  readonly step: number
}

/** Reads `GROUP;PAGE;CASE.STEP`. */
export function readChoice(text: string): AboutChoice {
  const [group = '', asked = '', found = ''] = text.split(';')
  const [name = '', step = ''] = found.split('.')
  const page = pages.find((each) => each === asked) ?? ''
  return { group, page, name, step: /^\d{1,4}$/.test(step) ? Number(step) : 0 }
}

export function choiceText({ group, page, name, step }: AboutChoice): string {
  const text = `${group};${page};${name === '' ? '' : `${name}.${step}`}`
  return text.replace(/;+$/, '')
}
