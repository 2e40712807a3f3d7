import { readFile } from 'node:fs/promises'
import { unwatchFile, watchFile } from 'node:fs'
import type { ConfigKindName, ReloadOutcome } from '#facts/config-api.ts'
import type { RunningConfigs } from '#server/settings/running-configs.ts'

/** Paths of the server's configuration files, `''` for none. */
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

/** Puts the files in force with which the server starts. @throws Error that says what is wrong with which. [ND12] */
export async function loadConfigs(running: RunningConfigs, paths: ConfigPaths): Promise<void> {
  for (const [kind, path] of named(paths)) {
    // In turn: the first that is wrong is told.
    const outcome = await running.reload(kind, await readFile(path, 'utf8'))
    if (!outcome.isInForce) throw new Error(`${path}: ${outcome.message}`)
  }
}

/** How often files are looked at, in milliseconds. */
const lookMs = 1000

/** Files that may change while the server runs, as in the reference; the others are read at the start only. */
const reloaded: ReadonlySet<ConfigKindName> = new Set(['AuthenticationConfiguration', 'AuthorizationConfiguration'])

/** Reloads files when they change, and tells what came of it. The answer ends it. [ND12] */
export function followConfigs(
  running: RunningConfigs,
  paths: ConfigPaths,
  tell: (path: string, outcome: ReloadOutcome) => void,
): () => void {
  const followed = named(paths).filter(([kind]) => reloaded.has(kind))
  for (const [kind, path] of followed)
    watchFile(path, { interval: lookMs, persistent: false }, () => void reload(running, kind, path, tell))
  return () => followed.forEach(([, path]) => unwatchFile(path))
}

async function reload(
  running: RunningConfigs,
  kind: ConfigKindName,
  path: string,
  tell: (path: string, outcome: ReloadOutcome) => void,
): Promise<void> {
  // A file that is gone for a moment, while an editor writes it, is no file to load.
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text !== null && text !== running.textOf(kind)) tell(path, await running.reload(kind, text))
}
