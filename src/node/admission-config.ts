import { errorText } from '#api/error-text.ts'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Json } from '#api/json.ts'
import { readPluginConfigurations, readPluginEntries } from '#server/admission/configuration/admission-configuration.ts'
import { AdmissionConfigError } from '#server/admission/chain/admission-config-error.ts'
import type { PluginConfigurations } from '#server/admission/plugins/admission-settings.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'

/**
 * Reads `--admission-control-config-file` and the files that it names, relative to its folder. @throws Error that says
 * which file or plugin is wrong [FL4]
 */
export async function readAdmissionConfig(path: string): Promise<PluginConfigurations> {
  if (path === '') return {}
  const document = await readYaml(path)
  const documents = new Map<string, Json>()
  try {
    for (const { name, path: file, configuration } of readPluginEntries(document)) {
      // Sequential: the first unreadable file is reported.
      if (configuration !== undefined) documents.set(name, configuration)
      else if (file !== '') documents.set(name, await readYaml(resolve(dirname(path), file)))
    }
  } catch (error) {
    if (error instanceof AdmissionConfigError) throw new Error(`failed to read plugin config: ${error.message}`)
    throw error
  }
  return readPluginConfigurations(documents)
}

async function readYaml(path: string): Promise<Json> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const why =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'no such file or directory' : String(error)
    throw new Error(
      `failed to read plugin config: unable to read admission control configuration from ${JSON.stringify(path)} [open ${path}: ${why}]`,
    )
  })
  try {
    return parseYaml(text).value
  } catch (error) {
    throw new Error(`failed to read plugin config: ${path}: ${errorText(error)}`)
  }
}
