import { readFile } from 'node:fs/promises'
import { unwatchFile, watchFile } from 'node:fs'
import type { ConfigKindName, ReloadOutcome } from '#facts/config-api.ts'
import type { RunningConfigs } from '#server/settings/running-configs.ts'

/** Paths of the server's configuration files; `''` for none. */
export interface ConfigPaths {
  readonly authenticationConfig: string
  readonly authorizationConfig: string
  readonly egressSelectorConfig: string
  readonly tracingConfig: string
}

type Named = readonly [kind: ConfigKindName, path: string]

const named = (paths: ConfigPaths): readonly Named[] => {
  const all: readonly Named[] = [
    ['AuthenticationConfiguration', paths.authenticationConfig],
    ['AuthorizationConfiguration', paths.authorizationConfig],
    ['EgressSelectorConfiguration', paths.egressSelectorConfig],
    ['TracingConfiguration', paths.tracingConfig],
  ]
  return all.filter(([, path]) => path !== '')
}

/** Reports whether there is any file. */
export const namesConfigs = (paths: ConfigPaths): boolean => named(paths).length > 0

/** Activates the configuration files at start. @throws Error that states what is wrong with which file. [ND12] */
export async function loadConfigs(running: RunningConfigs, paths: ConfigPaths): Promise<void> {
  for (const [kind, path] of named(paths)) {
    // Sequential: the first invalid file is reported.
    const outcome = await running.reload(kind, await readFile(path, 'utf8'))
    if (!outcome.isInForce) throw new Error(`${path}: ${outcome.message}`)
  }
}

/** The interval in milliseconds at which files are checked for changes. */
const pollMs = 1000

/** Files that may change while the server runs, as in the reference; the others are read only at the start. */
const reloaded: ReadonlySet<ConfigKindName> = new Set(['AuthenticationConfiguration', 'AuthorizationConfiguration'])

/** Reloads files when they change, and reports the results. The returned function stops it. [ND12] */
export function followConfigs(
  running: RunningConfigs,
  paths: ConfigPaths,
  report: (path: string, outcome: ReloadOutcome) => void,
): () => void {
  const followed = named(paths).filter(([kind]) => reloaded.has(kind))
  for (const [kind, path] of followed)
    watchFile(path, { interval: pollMs, persistent: false }, () => void reload(running, kind, path, report))
  return () => followed.forEach(([, path]) => unwatchFile(path))
}

async function reload(
  running: RunningConfigs,
  kind: ConfigKindName,
  path: string,
  report: (path: string, outcome: ReloadOutcome) => void,
): Promise<void> {
  // A file that is missing for a moment, while an editor writes it, is ignored.
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text !== null && text !== running.textOf(kind)) report(path, await running.reload(kind, text))
}
