import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { systemClock } from '#api/system-clock.ts'
import { openEtcdLog } from '#etcd/open-etcd-log.ts'
import { referenceCodec } from '#etcd/reference/reference-codec.ts'
import { resourcePrefix } from '#server/storage/keys.ts'
import type { Log } from '#server/storage/log.ts'
import type { EtcdFlags } from './flags/etcd-flags.ts'
import type { Vocabulary } from './flags/serve-options.ts'

/** Both groups of events are stored here. */
const EVENTS = resourcePrefix({ group: '', resource: 'events' })

const readPem = (path: string): Promise<string | undefined> =>
  path === '' ? Promise.resolve(undefined) : readFile(path, 'utf8')

/** Opens the etcd that the flags describe; `port` is that of this host, which names it to the others. @throws Error in one sentence [ETC6] */
export async function openEtcdStore(flags: EtcdFlags, vocabulary: Vocabulary, port: number): Promise<Log> {
  const { servers, prefix, caFile, certFile, keyFile, compactEveryMs, eventTtlSeconds } = flags
  const [ca, cert, key] = await Promise.all([caFile, certFile, keyFile].map(readPem))
  return openEtcdLog({
    endpoints: servers,
    tls: { ...(ca !== undefined && { ca }), ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) },
    prefix,
    vocabulary,
    ...(flags.codec === 'reference' && { foreignCodec: await referenceCodec(flags) }),
    host: `${hostname()}:${port === 0 ? `process-${process.pid}` : port}`,
    compactEveryMs,
    ttlOf: (key) => (key.startsWith(EVENTS) ? eventTtlSeconds : 0),
    clock: systemClock,
    warn: (message) => console.error(`orchard: ${message}`),
  })
}
