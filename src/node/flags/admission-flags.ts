import { quoteGo } from '#go/quote.ts'
import { admissionPluginNames, pluginsNotServed } from '#server/admission/plugins/admission-settings.ts'
import { wordsOf } from './read-values.ts'

export const admissionFlags = {
  'enable-admission-plugins': { type: 'string', multiple: true, default: [] as string[] },
  'disable-admission-plugins': { type: 'string', multiple: true, default: [] as string[] },
  'admission-control-config-file': { type: 'string', default: '' },
} as const

interface AdmissionOptions {
  readonly enabledPlugins: readonly string[]
  readonly disabledPlugins: readonly string[]
  readonly admissionConfig: string
}

interface Values {
  readonly 'enable-admission-plugins': readonly string[]
  readonly 'disable-admission-plugins': readonly string[]
  readonly 'admission-control-config-file': string
}

const known: ReadonlySet<string> = new Set(admissionPluginNames)

/** Reads the flags of admission plugins; a text is the reference's error. [FL1] */
export function readAdmissionFlags(values: Values): AdmissionOptions | string {
  const enabledPlugins = values['enable-admission-plugins'].flatMap(wordsOf)
  const disabledPlugins = values['disable-admission-plugins'].flatMap(wordsOf)
  const faults = [
    ...unknownNames('enable-admission-plugins', enabledPlugins),
    ...unknownNames('disable-admission-plugins', disabledPlugins),
    ...overlap(enabledPlugins, disabledPlugins),
    ...notServed(enabledPlugins),
  ]
  if (faults.length > 0) return faults.length === 1 ? (faults[0] ?? '') : `[${faults.join(', ')}]`
  return { enabledPlugins, disabledPlugins, admissionConfig: values['admission-control-config-file'] }
}

const unknownNames = (flag: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => !known.has(name)).map((name) => `${flag} plugin ${quoteGo(name)} is unknown`)

function overlap(enabled: readonly string[], disabled: readonly string[]): readonly string[] {
  const both = [...new Set(enabled.filter((name) => disabled.includes(name)))].toSorted()
  return both.length === 0
    ? []
    : [`[${both.join(' ')}] in enable-admission-plugins and disable-admission-plugins overlapped`]
}

const notServed = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    const why = pluginsNotServed.get(name)
    return why === undefined ? [] : [`enable-admission-plugins plugin ${quoteGo(name)} is not served here: ${why}`]
  })
