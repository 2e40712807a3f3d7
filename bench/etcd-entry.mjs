/** The modules that bench/etcd-bench.mjs measures, bundled into one file. */
export { systemClock } from '../src/api/system-clock.ts'
export { EtcdClient, prefixRange } from '../src/etcd/client/etcd-client.ts'
export { EtcdConnection } from '../src/etcd/client/etcd-connection.ts'
export { openEtcdLog } from '../src/etcd/open-etcd-log.ts'
