import type { ConfigKindName } from '#facts/config-api.ts'

export type FileId = 'authentication' | 'authorization' | 'egress' | 'tracing'

/** One of the server's configuration files, with its names in the room. */
export interface ConfigFile {
  readonly id: FileId
  readonly name: string
  readonly kind: ConfigKindName
  /** Input and result of a trial with the file. */
  readonly trial: string
  /** States the behaviour of the server without the file. */
  readonly without: string
}

export const configFiles: readonly ConfigFile[] = [
  {
    id: 'authentication',
    name: 'authentication.yaml',
    kind: 'AuthenticationConfiguration',
    trial: 'token to identity',
    without: 'Without it the server accepts no tokens of other issuers.',
  },
  {
    id: 'authorization',
    name: 'authorization.yaml',
    kind: 'AuthorizationConfiguration',
    trial: 'request to decision',
    without: 'Without it the server uses the authorizers of its flags.',
  },
  {
    id: 'egress',
    name: 'egress.yaml',
    kind: 'EgressSelectorConfiguration',
    trial: 'destination to route',
    without: 'Without it every outbound call is direct.',
  },
  {
    id: 'tracing',
    name: 'tracing.yaml',
    kind: 'TracingConfiguration',
    trial: 'trace header to sampling',
    without: 'Without it no request is traced.',
  },
]

/** A lesson is edited here too, but is no file of the server. */
export const lessonFileName = 'lesson.yaml'

export const fileOf = (id: FileId): ConfigFile => {
  const file = configFiles.find((known) => known.id === id)
  if (file === undefined) throw new Error(`there is no file ${id}`)
  return file
}

export const fileOfKind = (kind: string): ConfigFile | undefined => configFiles.find((file) => file.kind === kind)
