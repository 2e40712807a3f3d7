import { isObject, type Json } from '#api/json.ts'
import type { PluginConfigurations } from '#server/admission/plugins/admission-settings.ts'
import { readEventLimits } from './event-limit-configuration.ts'
import { readNodeSelectors } from './node-selector-configuration.ts'
import { readPodSecurity } from './pod-security-configuration.ts'
import { readLimitedResources } from './quota-configuration.ts'
import { AdmissionConfigError } from '#server/admission/chain/admission-config-error.ts'
import { listAt, requireKind, strictObject, textAt } from './strict-object.ts'

/** One entry of an AdmissionConfiguration: the configuration itself, or the path of a file with it. */
export interface PluginEntry {
  readonly name: string
  readonly path: string
  readonly configuration: Json | undefined
}

/** Reads the list of an AdmissionConfiguration. @throws AdmissionConfigError [FL4] */
export function readPluginEntries(document: Json): readonly PluginEntry[] {
  requireKind(document, { group: 'apiserver', versions: ['v1', 'v1alpha1'], kind: 'AdmissionConfiguration' })
  const root = strictObject(document, '', ['apiVersion', 'kind', 'plugins'])
  return listAt(root, 'plugins', 'plugins').map((value, at) => {
    const path = `plugins[${at}]`
    const entry = strictObject(value, path, ['name', 'path', 'configuration'])
    return {
      name: textAt(entry, 'name', `${path}.name`),
      path: textAt(entry, 'path', `${path}.path`),
      configuration: entry['configuration'] ?? undefined,
    }
  })
}

/** Plugins whose configuration cannot be served, with the reason. */
const refused: ReadonlyMap<string, string> = new Map([
  ['ImagePolicyWebhook', 'the plugin is not served here'],
  ['PodTolerationRestriction', 'the plugin is not served here'],
  ['MutatingAdmissionWebhook', 'webhooks are called without a credentials file'],
  ['ValidatingAdmissionWebhook', 'webhooks are called without a credentials file'],
])

/**
 * Reads the configurations of the plugins by name. A plugin without a configuration of its own has defaults.
 * @throws AdmissionConfigError that names the plugin [FL4]
 */
export function readPluginConfigurations(documents: ReadonlyMap<string, Json>): PluginConfigurations {
  const read = <Value>(name: string, parse: (value: Json) => Value): Value | undefined => {
    const document = documents.get(name)
    if (document === undefined) return undefined
    try {
      return parse(document)
    } catch (error) {
      if (!(error instanceof AdmissionConfigError)) throw error
      throw new AdmissionConfigError(
        `failed to initialize admission: couldn't init admission plugin ${JSON.stringify(name)}: ${error.message}`,
      )
    }
  }
  for (const [name, why] of refused) {
    const isEmpty = (value: Json): boolean =>
      isObject(value) && Object.keys(value).every((field) => /^(?:apiVersion|kind)$/.test(field))
    read(name, (value) => {
      if (!isEmpty(value)) throw new AdmissionConfigError(why)
    })
  }
  return {
    podSecurity: read('PodSecurity', readPodSecurity),
    eventLimits: read('EventRateLimit', readEventLimits),
    nodeSelectors: read('PodNodeSelector', readNodeSelectors),
    limitedResources: read('ResourceQuota', readLimitedResources),
  }
}
