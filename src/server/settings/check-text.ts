import { checkConfig } from '#config/check-config.ts'
import type { Configuration } from '#config/config-types.ts'
import { type ConfigFiles, noFiles } from '#config/rules/files.ts'
import type { ConfigKindName } from '#facts/config-api.ts'
import type { ReadFile } from './compile-authorization.ts'

/** The host's access to files that configurations name. */
export interface ConfigHost {
  /** Awaited before each check. */
  readonly prepare?: () => Promise<void>
  /** Called anew for each check. */
  readonly files: () => ConfigFiles
  readonly readFile: ReadFile
}

export const noHost: ConfigHost = {
  files: () => noFiles,
  readFile: (path) => Promise.reject(new Error(`open ${path}: no such file or directory`)),
}

/** An invalid configuration file. The message is the reference's own. */
export class ConfigError extends Error {}

interface Check {
  readonly host: ConfigHost
  readonly disallowedIssuers: readonly string[]
}

/** Parses and validates a configuration. @throws ConfigError if it is invalid. [LD2] */
export function checkText<Kind extends ConfigKindName>(
  kind: Kind,
  text: string,
  { host, disallowedIssuers }: Check,
): Extract<Configuration, { kind: Kind }> {
  const checked = checkConfig(text, { kind, files: host.files(), disallowedIssuers })
  const { configuration } = checked
  if (configuration === undefined) {
    const first = checked.diagnostics.find(({ severity }) => severity === 'error')
    const message =
      checked.referenceText === '' ? `${first?.path ?? ''}: ${first?.message ?? ''}` : checked.referenceText
    throw new ConfigError(message.replaceAll('{file}', `the ${kind}`))
  }
  return configuration as Extract<Configuration, { kind: Kind }>
}
