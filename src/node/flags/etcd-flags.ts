import { readDurationMs } from './read-values.ts'

/** The etcd of `orchard serve`, by the flags of the original. */
export interface EtcdFlags {
  readonly servers: readonly string[]
  readonly prefix: string
  /** Paths of PEM files; `''` for none. */
  readonly caFile: string
  readonly certFile: string
  readonly keyFile: string
  readonly compactEveryMs: number
  /** The form of keys and values: Orchard's own, or that of the original. */
  readonly codec: 'own' | 'reference'
  /** The encoding in which the codec `reference` writes built-in kinds. */
  readonly storageMediaType: 'json' | 'protobuf'
  /** The time after which events expire; 0 for never. */
  readonly eventTtlSeconds: number
}

export const etcdFlags = {
  'etcd-servers': { type: 'string', multiple: true, default: [] as string[] },
  'etcd-codec': { type: 'string', default: 'own' },
  'etcd-prefix': { type: 'string', default: '' },
  'etcd-cafile': { type: 'string', default: '' },
  'etcd-certfile': { type: 'string', default: '' },
  'etcd-keyfile': { type: 'string', default: '' },
  'etcd-compaction-interval': { type: 'string', default: '5m' },
  'event-ttl': { type: 'string', default: '1h' },
  'storage-media-type': { type: 'string', default: 'application/json' },
} as const

export interface EtcdFlagValues {
  readonly 'etcd-servers': readonly string[]
  readonly 'etcd-codec': string
  readonly 'etcd-prefix': string
  readonly 'etcd-cafile': string
  readonly 'etcd-certfile': string
  readonly 'etcd-keyfile': string
  readonly 'etcd-compaction-interval': string
  readonly 'event-ttl': string
  readonly 'storage-media-type': string
  readonly vocabulary: string
  readonly data: string
  readonly clusters: boolean
}

/**
 * Returns the etcd that the flags describe, `null` without `--etcd-servers`; a text says which flag is wrong. `given` are
 * the flags of the command line. [ETC6]
 */
export function readEtcdFlags(values: EtcdFlagValues, given: ReadonlySet<string>): EtcdFlags | null | string {
  const servers = values['etcd-servers']
    .flatMap((list) => list.split(','))
    .map((each) => each.trim().replace(/\/$/, ''))
  if (servers.length === 0) {
    const alone = Object.keys(etcdFlags).find((name) => given.has(name))
    return alone === undefined ? null : `--${alone} needs --etcd-servers`
  }
  return serversFault(servers) || pairFault(values) || codecFault(values, given) || readStore(values, servers)
}

function serversFault(servers: readonly string[]): string {
  const wrong = servers.find((each) => !/^https?:\/\/[^/\s]+$/.test(each) || !URL.canParse(each))
  return wrong === undefined
    ? ''
    : `--etcd-servers must be addresses such as http://127.0.0.1:2379, separated by commas, not ${JSON.stringify(wrong)}`
}

function pairFault(values: EtcdFlagValues): string {
  if (values.data !== '') return '--etcd-servers and --data exclude each other: objects are stored in etcd'
  if (values.clusters) return '--etcd-servers and --clusters exclude each other'
  const isPair = (values['etcd-certfile'] === '') === (values['etcd-keyfile'] === '')
  return isPair ? '' : '--etcd-certfile and --etcd-keyfile need each other'
}

const storageMediaTypes: ReadonlyMap<string, EtcdFlags['storageMediaType']> = new Map([
  ['application/json', 'json'],
  ['application/vnd.kubernetes.protobuf', 'protobuf'],
])

function codecFault(values: EtcdFlagValues, given: ReadonlySet<string>): string {
  const { 'etcd-codec': codec, 'storage-media-type': type, vocabulary } = values
  if (codec !== 'own' && codec !== 'reference')
    return `--etcd-codec must be own or reference, not ${JSON.stringify(codec)}`
  if (codec === 'reference' && vocabulary !== 'kubernetes')
    return '--etcd-codec reference needs --vocabulary kubernetes: its keys and values have those names'
  if (codec === 'own' && given.has('storage-media-type'))
    return '--storage-media-type needs --etcd-codec reference: own values are JSON'
  return storageMediaTypes.has(type)
    ? ''
    : `--storage-media-type must be ${[...storageMediaTypes.keys()].join(' or ')}, not ${JSON.stringify(type)}`
}

function readStore(values: EtcdFlagValues, servers: readonly string[]): EtcdFlags | string {
  const codec = values['etcd-codec'] === 'reference' ? 'reference' : 'own'
  const prefix = values['etcd-prefix'].replace(/\/+$/, '') || (codec === 'own' ? '/orchard' : '/registry')
  if (!/^(?:\/[\w.-]+)+$/.test(prefix))
    return `--etcd-prefix must be a path such as /orchard, not ${JSON.stringify(values['etcd-prefix'])}`
  const interval = values['etcd-compaction-interval']
  const compactEveryMs = readDurationMs(interval)
  if (compactEveryMs === null)
    return `--etcd-compaction-interval must be a duration such as 5m, or 0s for none, not ${JSON.stringify(interval)}`
  const eventTtlMs = readDurationMs(values['event-ttl'])
  if (eventTtlMs === null)
    return `--event-ttl must be a duration such as 1h, or 0s for never, not ${JSON.stringify(values['event-ttl'])}`
  const eventTtlSeconds = Math.ceil(eventTtlMs / 1_000)
  const [caFile, certFile, keyFile] = [values['etcd-cafile'], values['etcd-certfile'], values['etcd-keyfile']]
  const storageMediaType = storageMediaTypes.get(values['storage-media-type']) ?? 'json'
  const files = { caFile, certFile, keyFile }
  return { servers, prefix, codec, storageMediaType, ...files, compactEveryMs, eventTtlSeconds }
}
